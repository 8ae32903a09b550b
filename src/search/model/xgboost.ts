import { createRequire } from 'node:module';
import { AlphaSparseError } from '../../errors.js';
import type { Features } from '../space.js';
import { type CostModel, createEncoder, type Encoder, type TrainedModel } from './costModel.js';

interface Booster {
  train(rows: number[][], values: number[]): void;
  predict(rows: number[][]): number[];
  toJSON(): SavedBooster;
  free(): void;
}
interface BoosterClass {
  new (options: Record<string, string | number>): Booster;
  load(saved: SavedBooster): Booster;
}

/** A trained model as it goes from thread to thread. */
export interface SavedBooster {
  readonly name: string;
  readonly model: ArrayLike<number>;
  readonly options: Record<string, string>;
}

/** Shallow trees and many small steps: a few dozen to a few hundred rows, all of them on one matrix. */
const boosterOptions = {
  booster: 'gbtree',
  objective: 'reg:linear',
  max_depth: 5,
  eta: 0.12,
  min_child_weight: 1,
  // Sampling would make two trainings on equal rows differ in their order of use; the trees are small enough without.
  subsample: 1,
  colsample_bytree: 1,
  silent: 1,
  iterations: 80,
};

/**
 * For many rows: splits are sought among bins of values, and trees are a level deeper. On recorded searches that foretells
 * what comes after 400, 800 and 1,600 trials as well as the exact method, in a third of the time; after 200 it does not.
 */
const histogramOptions = { ...boosterOptions, tree_method: 'hist', max_depth: 6 };
const manyRows = 300;

let loading: Promise<BoosterClass> | undefined;

/** Loads XGBoost (WASM, once a thread) and returns a maker of models. Training and prediction are synchronous. */
export async function loadXgboost(): Promise<() => CostModel> {
  const Booster = await boosterClass();
  return () => {
    let trained: TrainedModel | undefined;
    return {
      kind: 'xgboost',
      fit(rows, values) {
        trained?.free();
        const { encoder, mean, encoded, centred } = encode(rows, values);
        trained = modelOf(train(Booster, encoded, centred), encoder, mean);
      },
      predict(rows) {
        if (!trained) throw new AlphaSparseError('internal', 'the cost model is asked before it is trained');
        return trained.predict(rows);
      },
      free() {
        trained?.free();
        trained = undefined;
      },
    };
  };
}

/** Trains as `loadXgboost`'s models do, for another thread. */
export async function trainToSave(rows: number[][], values: number[]): Promise<SavedBooster> {
  const booster = train(await boosterClass(), rows, values);
  try {
    const saved = booster.toJSON();
    return { ...saved, model: Uint8Array.from(saved.model) };
  } finally {
    booster.free();
  }
}

/** A model of what another thread trains on the encoded rows. */
export async function trainElsewhere(
  rows: readonly Features[],
  values: readonly number[],
  train: (rows: number[][], values: number[]) => Promise<SavedBooster>,
): Promise<TrainedModel> {
  const { encoder, mean, encoded, centred } = encode(rows, values);
  const [Booster, saved] = await Promise.all([boosterClass(), train(encoded, centred)]);
  return modelOf(Booster.load(saved), encoder, mean);
}

function encode(rows: readonly Features[], values: readonly number[]) {
  const encoder = createEncoder(rows);
  // XGBoost starts from 0.5 whatever the data, so the mean is taken out.
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { encoder, mean, encoded: rows.map(encoder.encode), centred: values.map((value) => value - mean) };
}

function train(Booster: BoosterClass, rows: number[][], values: number[]): Booster {
  const booster = new Booster(rows.length < manyRows ? { ...boosterOptions } : { ...histogramOptions });
  booster.train(rows, values);
  return booster;
}

function modelOf(booster: Booster, { encode }: Encoder, mean: number): TrainedModel {
  let freed = false;
  return {
    kind: 'xgboost',
    predict(rows) {
      if (rows.length === 0) return [];
      return booster.predict(rows.map(encode)).map((value) => value + mean);
    },
    free() {
      if (!freed) booster.free();
      freed = true;
    },
  };
}

function boosterClass(): Promise<BoosterClass> {
  loading ??= load();
  return loading;
}

function load(): Promise<BoosterClass> {
  // The library keeps whatever console.warn is while it loads, to print two lines of no use, and adds a listener
  // that turns every uncaught exception into a second one. `require` is synchronous, so nobody else is muted.
  const { warn, log } = console;
  const listeners = new Set(process.listeners('uncaughtException'));
  console.warn = () => {};
  console.log = () => {};
  try {
    return createRequire(import.meta.url)('ml-xgboost') as Promise<BoosterClass>;
  } finally {
    console.warn = warn;
    console.log = log;
    for (const listener of process.listeners('uncaughtException')) {
      if (!listeners.has(listener)) process.removeListener('uncaughtException', listener);
    }
  }
}
