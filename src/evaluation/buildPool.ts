import { Worker } from 'node:worker_threads';
import { entryFile } from '../entryFile.js';
import { AlphaSparseError, type ErrorCode } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import { graphHash } from '../graph/identity.js';
import { type Builder, createBuildCache, mostCachedBytes, sizeOf } from './builder.js';
import type { WorkerReply, WorkerSetup } from './buildWorker.js';
import type { BuildResult } from './inProcess.js';

export interface BuildPoolOptions extends WorkerSetup {
  readonly threads: number;
  /** Called with each result that was built ahead. */
  readonly onAhead?: (result: BuildResult) => void;
}

interface Job {
  readonly key: string;
  readonly graph: Graph;
  readonly result: Promise<BuildResult>;
  readonly resolve: (result: BuildResult) => void;
  readonly reject: (error: unknown) => void;
  /** Somebody waits for it. */
  wanted: boolean;
}

/**
 * Builds in worker threads: what was asked for first, then what was announced, so that builds overlap with measuring.
 * The matrix must lie in shared memory, or each thread gets a copy.
 */
export function buildPool(options: BuildPoolOptions): Builder {
  const { threads, onAhead, ...setup } = options;
  const cache = createBuildCache();
  const jobs = new Map<string, Job>(); // waiting or running, by graph
  let queue: Job[] = [];
  // Results built ahead that nobody has asked for yet, and their bytes. Too many would push each other out of the cache.
  const unclaimed = new Map<string, number>();
  const ahead = 2 * threads;
  const isFull = () =>
    unclaimed.size >= ahead || [...unclaimed.values()].reduce((sum, bytes) => sum + bytes, 0) > mostCachedBytes / 2;
  const idle: Worker[] = [];
  const running = new Map<Worker, Job>();

  return {
    async build(graph) {
      const key = graphHash(graph);
      unclaimed.delete(key);
      const done = cache.get(key);
      if (done) {
        cache.set(key, done);
        pump();
        return done;
      }
      const job = jobs.get(key) ?? createJob(key, graph);
      job.wanted = true;
      if (queue.includes(job)) queue = [job, ...queue.filter((other) => other !== job)];
      pump();
      return job.result;
    },
    announce(graphs) {
      for (const job of queue) if (!job.wanted) jobs.delete(job.key);
      queue = queue.filter((job) => job.wanted);
      unclaimed.clear();
      for (const graph of graphs) {
        const key = graphHash(graph);
        const done = cache.get(key);
        if (done) unclaimed.set(key, sizeOf(done));
        else if (!jobs.has(key)) createJob(key, graph);
      }
      pump();
    },
    async close() {
      const workers = [...idle, ...running.keys()];
      running.clear();
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };

  function createJob(key: string, graph: Graph): Job {
    let resolve: Job['resolve'] = () => undefined;
    let reject: Job['reject'] = () => undefined;
    const result = new Promise<BuildResult>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    // What nobody waits for may fail without notice: it is tried again when it is asked for.
    result.catch(() => undefined);
    const job = { key, graph, result, resolve, reject, wanted: false };
    jobs.set(key, job);
    queue.push(job);
    return job;
  }

  function pump(): void {
    while (queue.length > 0 && running.size < threads) {
      if (!queue[0].wanted && isFull()) return;
      const job = queue.shift() as Job;
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
      if (!job.wanted) {
        unclaimed.set(job.key, sizeOf(reply.result));
        onAhead?.(reply.result);
      }
      job.resolve(reply.result);
    } else {
      job.reject(new AlphaSparseError(reply.code as ErrorCode, reply.message));
    }
    pump();
  }
}
