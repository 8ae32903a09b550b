import type { Features } from '../space.js';

/** A regressor from named features to one number, which has been fitted. */
export interface TrainedModel {
  readonly kind: 'xgboost' | 'nearest';
  predict(rows: readonly Features[]): number[];
  /** Releases memory outside the garbage collector's reach. Calling it twice is harmless. */
  free(): void;
}

/** One that is yet to be fitted. Fit once, predict often, free at the end. */
export interface CostModel extends TrainedModel {
  /** Rows may have different names; one that lacks a name counts as 0 there. All numbers must be finite. */
  fit(rows: readonly Features[], values: readonly number[]): void;
}

/** Fits a model while the caller goes on. */
export type TrainAside = (rows: readonly Features[], values: readonly number[]) => Promise<TrainedModel>;

/** Fixed-length numeric rows from features by name. */
export interface Encoder {
  readonly names: readonly string[];
  encode(features: Features): number[];
}

/** The columns are the names whose values differ between the rows: a constant teaches nothing. */
export function createEncoder(rows: readonly Features[]): Encoder {
  const varying = new Set<string>();
  for (const name of new Set(rows.flatMap((row) => Object.keys(row)))) {
    const first = finite(rows[0][name]);
    if (rows.some((row) => finite(row[name]) !== first)) varying.add(name);
  }
  const names = [...varying].sort();
  return { names, encode: (features) => names.map((name) => finite(features[name])) };
}

/** NaN makes the WASM build of XGBoost read out of bounds, so nothing but finite numbers may reach a model. */
function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}
