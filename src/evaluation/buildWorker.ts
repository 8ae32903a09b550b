// Entry of a build thread: receives graphs, answers with kernels.
import { parentPort, workerData } from 'node:worker_threads';
import type { BuildOptions } from '../codegen/build.js';
import { AlphaSparseError, type ErrorCode, messageOf } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import type { BuildResult } from './inProcess.js';
import { loadBuild } from './loadBuild.js';

export interface WorkerSetup extends BuildOptions {
  readonly matrix: CsrMatrix;
  /** Module with `buildKernel`; our own when absent. */
  readonly buildModule?: string;
}

export type WorkerReply = { readonly result: BuildResult } | { readonly code: ErrorCode; readonly message: string };

const { matrix, dtype, valueStorage, target, buildModule } = workerData as WorkerSetup;
const build = loadBuild(buildModule);

parentPort?.on('message', async (graph: Graph) => {
  let reply: WorkerReply;
  try {
    reply = { result: (await build)(matrix, graph, { dtype, valueStorage, target }) };
  } catch (error) {
    reply = { code: error instanceof AlphaSparseError ? error.code : 'internal', message: messageOf(error) };
  }
  parentPort?.postMessage(reply, 'result' in reply ? ownBuffers(reply.result) : []);
});

/** Memory of a kernel that is handed over instead of copied. What it shares with the matrix stays where it is. */
function ownBuffers(result: BuildResult): ArrayBuffer[] {
  if (!('kernel' in result)) return [];
  const { slots, valueClasses, indices } = result.kernel;
  const buffers = [slots, valueClasses, indices]
    .map((array) => array?.buffer)
    .filter((buffer) => buffer instanceof ArrayBuffer);
  return [...new Set(buffers)];
}
