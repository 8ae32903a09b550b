import type { Graph, GraphNode } from '../graph/graph.js';

/** A chain within a graph: [] is the trunk, [0, 1] the second branch of the first branch. */
export type ChainPath = readonly number[];

/** All chains of a graph with their paths, trunk first. */
export function chainsOf(graph: Graph, path: ChainPath = []): { path: ChainPath; chain: Graph }[] {
  const branches = graph.at(-1)?.branches ?? [];
  return [{ path, chain: graph }, ...branches.flatMap((branch, b) => chainsOf(branch, [...path, b]))];
}

/** Paths of the chains that do not divide, in the order of the leaves that a graph makes. */
export function leafPaths(graph: Graph): ChainPath[] {
  return chainsOf(graph)
    .filter(({ chain }) => !chain.at(-1)?.branches)
    .map(({ path }) => path);
}

export function chainAt(graph: Graph, path: ChainPath): Graph {
  return path.reduce<Graph>((chain, b) => chain.at(-1)?.branches?.[b] ?? [], graph);
}

/** The graph with the chain at a path replaced. */
export function withChain(graph: Graph, path: ChainPath, chain: Graph): Graph {
  const [first, ...rest] = path;
  if (first === undefined) return chain;
  const last = graph.at(-1) as GraphNode;
  const branches = (last.branches ?? []).map((branch, b) => (b === first ? withChain(branch, rest, chain) : branch));
  return [...graph.slice(0, -1), { ...last, branches }];
}

/** Every node with its name for people and logs: '2' is the trunk's third node, '0/1' the second of branch 0. */
export function nodesOf(graph: Graph): { id: string; path: ChainPath; index: number; node: GraphNode }[] {
  return chainsOf(graph).flatMap(({ path, chain }) =>
    chain.map((node, index) => ({ id: [...path, index].join('/'), path, index, node })),
  );
}

/** The graph with each node replaced by what `change` makes of it. */
export function mapNodes(
  graph: Graph,
  change: (node: GraphNode, id: string) => GraphNode,
  path: ChainPath = [],
): Graph {
  return graph.map((node, index) => {
    const changed = change(node, [...path, index].join('/'));
    return changed.branches
      ? { ...changed, branches: changed.branches.map((branch, b) => mapNodes(branch, change, [...path, b])) }
      : changed;
  });
}

/**
 * The graph less some leaves, counted as they come. A division that is left with one branch goes on as that; one that
 * still divides keeps all its branches, since its operator makes as many parts as before.
 */
export function withoutLeaves(graph: Graph, leaves: readonly number[]): Graph {
  let leaf = 0;
  /** Undefined where no leaf is left. */
  const trim = (chain: Graph): Graph | undefined => {
    const last = chain.at(-1);
    if (!last?.branches) return leaves.includes(leaf++) ? undefined : chain;
    const trimmed = last.branches.map(trim);
    const live = trimmed.filter((branch) => branch !== undefined);
    const before = chain.slice(0, -1);
    if (live.length <= 1) return live[0] && [...before, ...live[0]];
    return [...before, { ...last, branches: last.branches.map((branch, b) => trimmed[b] ?? branch) }];
  };
  return trim(graph) ?? graph;
}

/** The graph with some leaves emptied: two graphs that differ only there become equal. */
export function withoutContent(graph: Graph, leaves: readonly number[]): Graph {
  const paths = leafPaths(graph);
  return leaves.reduce((all, leaf) => (paths[leaf] ? withChain(all, paths[leaf], []) : all), graph);
}
