import { Worker } from 'node:worker_threads';
import { entryFile } from '../entryFile.js';
import { AlphaSparseError, type ErrorCode } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import { graphHash } from '../graph/identity.js';
import { type Builder, createBuildCache } from './builder.js';
import type { WorkerReply, WorkerSetup } from './buildWorker.js';
import type { BuildResult } from './inProcess.js';

export interface BuildPoolOptions extends WorkerSetup {
  readonly threads: number;
}

interface Job {
  readonly key: string;
  readonly graph: Graph;
  readonly result: Promise<BuildResult>;
  readonly resolve: (result: BuildResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Builds in worker threads, in the order of the calls, so that builds overlap with measuring. The matrix must lie in
 * shared memory, or each thread gets a copy.
 */
export function buildPool({ threads, ...setup }: BuildPoolOptions): Builder {
  const cache = createBuildCache();
  const jobs = new Map<string, Job>(); // waiting or running, by graph
  const queue: Job[] = [];
  const idle: Worker[] = [];
  const running = new Map<Worker, Job>();

  return {
    async build(graph) {
      const key = graphHash(graph);
      const done = cache.get(key);
      if (!done) return (jobs.get(key) ?? addJob(key, graph)).result;
      cache.set(key, done);
      return done;
    },
    drop() {
      for (const job of queue.splice(0)) {
        jobs.delete(job.key);
        job.reject(new AlphaSparseError('aborted', 'The build was given up.'));
      }
    },
    async close() {
      const workers = [...idle, ...running.keys()];
      running.clear();
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };

  function addJob(key: string, graph: Graph): Job {
    let resolve: Job['resolve'] = () => undefined;
    let reject: Job['reject'] = () => undefined;
    const result = new Promise<BuildResult>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    const job = { key, graph, result, resolve, reject };
    jobs.set(key, job);
    queue.push(job);
    pump();
    return job;
  }

  function pump(): void {
    while (running.size < threads) {
      const job = queue.shift();
      if (!job) return;
      const worker = idle.pop() ?? startWorker();
      running.set(worker, job);
      worker.postMessage(job.graph);
    }
  }

  function startWorker(): Worker {
    const worker = new Worker(entryFile('buildWorker', import.meta.url), { workerData: setup });
    worker.unref();
    worker.on('message', (reply: WorkerReply) => {
      idle.push(worker);
      finish(worker, reply);
    });
    worker.on('error', (error) =>
      finish(worker, { code: 'internal', message: `A build thread failed: ${error.message}` }),
    );
    worker.on('exit', () => {
      const index = idle.indexOf(worker);
      if (index >= 0) idle.splice(index, 1);
      finish(worker, { code: 'internal', message: 'A build thread ended early.' });
    });
    return worker;
  }

  function finish(worker: Worker, reply: WorkerReply): void {
    const job = running.get(worker);
    if (!job) return;
    running.delete(worker);
    jobs.delete(job.key);
    if ('result' in reply) {
      cache.set(job.key, reply.result);
      job.resolve(reply.result);
    } else {
      job.reject(new AlphaSparseError(reply.code as ErrorCode, reply.message));
    }
    pump();
  }
}
