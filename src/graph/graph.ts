/** One application of an operator. `branches` is present on operators that divide a matrix, one chain each part. */
export interface GraphNode {
  readonly op: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly branches?: readonly Graph[];
}

/** A parameter is a plain JSON scalar, or a list of numbers (cut points). */
export type ParamValue = number | string | boolean | readonly number[];

/** A chain of operators. A node with branches ends its chain. */
export type Graph = readonly GraphNode[];
