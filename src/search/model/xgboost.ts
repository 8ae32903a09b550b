import { createRequire } from 'node:module';
import { AlphaSparseError } from '../../errors.js';
import { type CostModel, createEncoder, type Encoder } from './costModel.js';

interface Booster {
  train(rows: number[][], values: number[]): void;
  predict(rows: number[][]): number[];
  free(): void;
}
type BoosterClass = new (options: Record<string, string | number>) => Booster;

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

/** Loads XGBoost (WASM, once a process) and returns a maker of models. Training and prediction are synchronous. */
export async function loadXgboost(): Promise<() => CostModel> {
  loading ??= load();
  const Booster = await loading;
  return () => createXgboost(Booster);
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

function createXgboost(Booster: BoosterClass): CostModel {
  let trained: { booster: Booster; encoder: Encoder; mean: number } | undefined;
  const free = () => {
    trained?.booster.free();
    trained = undefined;
  };
  return {
    kind: 'xgboost',
    fit(rows, values) {
      free();
      const encoder = createEncoder(rows);
      // XGBoost starts from 0.5 whatever the data, so the mean is taken out.
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const booster = new Booster(rows.length < manyRows ? { ...boosterOptions } : { ...histogramOptions });
      booster.train(
        rows.map(encoder.encode),
        values.map((value) => value - mean),
      );
      trained = { booster, encoder, mean };
    },
    predict(rows) {
      if (!trained) throw new AlphaSparseError('internal', 'the cost model is asked before it is trained');
      if (rows.length === 0) return [];
      const { booster, encoder, mean } = trained;
      return booster.predict(rows.map(encoder.encode)).map((value) => value + mean);
    },
    free,
  };
}
