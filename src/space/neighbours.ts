import type { Graph, GraphNode } from '../graph/graph.js';
import { completeParams } from '../graph/identity.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { operatorNamed } from '../operators/index.js';
import type { Operator } from '../operators/operator.js';
import { absentFrom, alternativesTo, dividers, withNode } from './edits.js';
import { metadataAfter } from './grow.js';
import { metadataOfChain } from './mutate.js';
import { type ChainPath, chainsOf, leafPaths, withChain } from './paths.js';

/** Branches of branches divide no further. */
const mostDepth = 2;

/**
 * Every graph that is one operator away from a graph: one less, one more, another in its place, a division, or one
 * undone. New operators come with their defaults, and with other values of one parameter. Leaves that do no work are
 * left alone.
 */
export function neighboursOf(graph: Graph, sample: CsrMatrix, idle: readonly number[]): Graph[] {
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
        ...undone(chain),
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

/** Every branch goes on with the rest of the chain; the rows are ordered before the division, or in each branch. */
function divided(graph: Graph, path: ChainPath, chain: Graph, sample: CsrMatrix): Graph[] {
  const start = metadataOfChain(graph, path, sample);
  if (path.length >= mostDepth || chain.at(-1)?.branches || !start) return [];
  const compress = chain.findIndex((node) => operatorNamed(node.op)?.properties.compresses);
  return [...new Set([0, Math.max(compress, 0)])].flatMap((cut) => {
    const [prefix, rest] = [chain.slice(0, cut), chain.slice(cut)];
    const metadata = metadataAfter(prefix, start);
    if (!metadata) return [];
    return dividers.flatMap((operator) =>
      versionsOf(operator).flatMap((node) => {
        const params = completeParams(node);
        if (operator.legal(metadata, params)) return [];
        const branches = (operator.divide?.(metadata, params) ?? []).map(() => rest);
        return [[...prefix, { ...node, branches }]];
      }),
    );
  });
}

/** A division is undone: one of its branches goes on with all. */
function undone(chain: Graph): Graph[] {
  return (chain.at(-1)?.branches ?? []).map((branch) => [...chain.slice(0, -1), ...branch]);
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
