import type { Graph, GraphNode } from '../graph/graph.js';
import { operators } from '../operators/index.js';
import type { Operator } from '../operators/operator.js';

/** Place of an operator in the order in which chains may use operators. */
export function rankOf(node: GraphNode): number {
  return operators.findIndex((operator) => operator.name === node.op);
}

/** The chain with one more operator, where the registry's order has its place. */
export function withNode(chain: Graph, node: GraphNode): Graph {
  const rank = rankOf(node);
  const before = chain.filter((each) => rankOf(each) < rank);
  return [...before, node, ...chain.slice(before.length)];
}

/** Operators that a chain may take besides its own. */
export function absentFrom(chain: Graph): Operator[] {
  return operators.filter((operator) => !operator.divide && !chain.some((node) => node.op === operator.name));
}

/** Other operators of the same stage and role. */
export function alternativesTo(present: Operator): Operator[] {
  const role = ({ stage, properties }: Operator) => `${stage} ${properties.maps?.level ?? properties.reduces ?? ''}`;
  return operators.filter((each) => !each.divide && each !== present && role(each) === role(present));
}

/** Operators that divide a matrix. */
export const dividers: readonly Operator[] = operators.filter((operator) => operator.divide);
