import type { Step } from '../graph/apply.js';
import type { Graph, GraphNode } from '../graph/graph.js';
import type { MetadataSet } from '../metadata/metadataSet.js';
import { operatorNamed, operators } from '../operators/index.js';
import { isRefusal, type Operator } from '../operators/operator.js';
import type { ChainPath } from './paths.js';

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

/** Whether a node says how the kernel is launched; its threads are the same in all leaves. */
export function setsLaunch(node: GraphNode): boolean {
  return operatorNamed(node.op)?.properties.setsResources === true;
}

/** Operators that divide a matrix. */
export const dividers: readonly Operator[] = operators.filter((operator) => operator.divide);

/** Branches of branches divide no further. */
const mostDepth = 2;

/** Whether the chain at a path may be divided. */
export function mayDivide(path: ChainPath, chain: Graph): boolean {
  return path.length < mostDepth && !chain.at(-1)?.branches;
}

/** The last place in a chain where it may be divided: before the converting stage ends. */
export function lastDivision(chain: Graph): number {
  return Math.max(
    0,
    chain.findIndex((node) => operatorNamed(node.op)?.properties.compresses),
  );
}

/**
 * The chain divided at a place, every branch going on with the rest; undefined where the operator refuses.
 * @param metadata what the chain makes of the sample up to there
 */
export function dividedAt(
  chain: Graph,
  place: number,
  node: GraphNode,
  metadata: MetadataSet,
  step: Step,
): Graph | undefined {
  const parts = step(node, metadata);
  if (isRefusal(parts)) return undefined;
  const rest = chain.slice(place);
  return [...chain.slice(0, place), { ...node, branches: parts.map(() => rest) }];
}

/** The chain with its division undone, once for each branch, which goes on with all. */
export function undivided(chain: Graph): Graph[] {
  return (chain.at(-1)?.branches ?? []).map((branch) => [...chain.slice(0, -1), ...branch]);
}
