import type { Graph, GraphNode } from '../graph/graph.js';
import { operatorNamed } from '../operators/index.js';
import type { Operator } from '../operators/operator.js';
import {
  absentFrom,
  alternativesTo,
  dividedAt,
  dividers,
  lastDivision,
  mayDivide,
  undivided,
  withNode,
} from './edits.js';
import { metadataAfter, metadataOfChain, type Sample } from './grow.js';
import { type ChainPath, chainsOf, leafPaths, withChain } from './paths.js';

/**
 * Every graph that is one operator away from a graph: one less, one more, another in its place, a division, or one
 * undone. New operators come with their defaults, and with other values of one parameter. Leaves that do no work are
 * left alone.
 */
export function neighboursOf(graph: Graph, sample: Sample, idle: readonly number[]): Graph[] {
  const leaves = leafPaths(graph);
  const left = new Set(idle.map((leaf) => leaves[leaf]?.join('/')));
  return chainsOf(graph)
    .filter(({ path }) => !left.has(path.join('/')))
    .flatMap(({ path, chain }) =>
      [
        ...less(chain),
        ...more(chain),
        ...replaced(chain),
        ...divided(graph, path, chain, sample),
        ...undivided(chain),
      ].map((changed) => withChain(graph, path, changed)),
    );
}

function less(chain: Graph): Graph[] {
  return chain.flatMap((node, i) => (node.branches ? [] : [chain.toSpliced(i, 1)]));
}

function more(chain: Graph): Graph[] {
  return absentFrom(chain).flatMap((operator) => versionsOf(operator).map((node) => withNode(chain, node)));
}

function replaced(chain: Graph): Graph[] {
  return chain.flatMap((node, i) => {
    const present = operatorNamed(node.op);
    if (!present || node.branches) return [];
    return alternativesTo(present).flatMap((operator) => versionsOf(operator).map((other) => chain.with(i, other)));
  });
}

/** Divisions before the rows are ordered, and after. */
function divided(graph: Graph, path: ChainPath, chain: Graph, sample: Sample): Graph[] {
  const start = mayDivide(path, chain) ? metadataOfChain(graph, path, sample) : undefined;
  if (!start) return [];
  return [...new Set([0, lastDivision(chain)])].flatMap((place) => {
    const metadata = metadataAfter(chain.slice(0, place), start, sample.step);
    if (!metadata) return [];
    return dividers.flatMap(versionsOf).flatMap((node) => {
      const changed = dividedAt(chain, place, node, metadata, sample.step);
      return changed ? [changed] : [];
    });
  });
}

/** Of a parameter with no more values than this all are tried; else those of its coarse grid. */
const few = 4;

/** An operator with its defaults, and with other values of one parameter. */
function versionsOf(operator: Operator): GraphNode[] {
  const others = Object.entries(operator.params).flatMap(([name, spec]) =>
    (spec.fine.length <= few ? spec.fine : spec.coarse)
      .filter((value) => JSON.stringify(value) !== JSON.stringify(spec.default))
      .map((value) => ({ op: operator.name, params: { [name]: value } })),
  );
  return [{ op: operator.name, params: {} }, ...others];
}
