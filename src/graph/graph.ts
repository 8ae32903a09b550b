import type { Params } from '../operators/operator.js';

export type { ParamValue } from '../operators/operator.js';

/** One application of an operator. `branches` is present on operators that divide a matrix, one chain each part. */
export interface GraphNode {
  readonly op: string;
  readonly params: Params;
  readonly branches?: readonly Graph[];
}

/** A chain of operators. A node with branches ends its chain. */
export type Graph = readonly GraphNode[];
