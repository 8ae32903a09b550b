import { Worker } from 'node:worker_threads';
import { entryFile } from '../../entryFile.js';
import { AlphaSparseError } from '../../errors.js';
import type { TrainAside } from './costModel.js';
import type { TrainReply, TrainRequest } from './trainerMain.js';
import { type SavedBooster, trainElsewhere } from './xgboost.js';

/** Trains XGBoost in a thread of its own: 1,200 rows take a third of a second, in which a GPU measures thirty kernels. */
export interface Trainer {
  readonly train: TrainAside;
  close(): Promise<void>;
}

/** The thread starts with the first training, and keeps no process running. Trainings take place one after another. */
export function openTrainer(): Trainer {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    train: (rows, values) =>
      trainElsewhere(rows, values, (encoded, centred) => {
        const next = last.then(() => {
          worker ??= startWorker();
          return askWorker(worker, { rows: encoded, values: centred });
        });
        last = next.catch(() => undefined);
        return next;
      }),
    async close() {
      await worker?.terminate();
    },
  };
}

function startWorker(): Worker {
  const worker = new Worker(entryFile('trainerMain', import.meta.url));
  worker.unref();
  return worker;
}

function askWorker(worker: Worker, request: TrainRequest): Promise<SavedBooster> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new AlphaSparseError('internal', `Training failed: ${reason}.`));
    const onExit = () => fail('its thread ended');
    const onError = (error: Error) => fail(error.message);
    worker.once('exit', onExit).once('error', onError);
    worker.once('message', (reply: TrainReply) => {
      worker.off('exit', onExit).off('error', onError);
      if ('saved' in reply) resolve(reply.saved);
      else fail(reply.message);
    });
    worker.postMessage(request);
  });
}
