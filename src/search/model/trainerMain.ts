// Entry of the training thread: receives encoded rows, answers with a trained model.
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../errors.js';
import { type SavedBooster, trainToSave } from './xgboost.js';

export interface TrainRequest {
  readonly rows: number[][];
  readonly values: number[];
}

export type TrainReply = { readonly saved: SavedBooster } | { readonly message: string };

parentPort?.on('message', async ({ rows, values }: TrainRequest) => {
  let reply: TrainReply;
  try {
    reply = { saved: await trainToSave(rows, values) };
  } catch (error) {
    reply = { message: messageOf(error) };
  }
  parentPort?.postMessage(reply);
});
