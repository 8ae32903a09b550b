import type { Graph, GraphNode } from '../graph/graph.js';
import { operatorNamed } from '../operators/index.js';
import { checkParams, isRefusal } from '../operators/operator.js';
import type { Random } from '../random.js';
import { seeds } from '../seeds/index.js';
import {
  absentFrom,
  alternativesTo,
  dividedAt,
  dividers,
  lastDivision,
  mayDivide,
  rankOf,
  setsLaunch,
  undivided,
  withNode,
} from './edits.js';
import { grow, metadataAfter, metadataOfChain, randomParams, type Sample } from './grow.js';
import { chainAt, chainsOf, mapNodes, nodesOf, withChain } from './paths.js';

/** A change of a graph; undefined where it does not apply. Legality is tested afterwards, on the whole graph. */
type Action = (graph: Graph, random: Random, sample: Sample, partner: Graph | undefined) => Graph | undefined;

/** What a mutation may do, with how often. */
const actions: readonly { name: string; weight: number; act: Action }[] = [
  { name: 'parameter', weight: 3, act: changeParameter },
  { name: 'insert', weight: 2, act: insertNode },
  { name: 'remove', weight: 1, act: removeNode },
  { name: 'replace', weight: 2, act: replaceNode },
  { name: 'extend', weight: 3, act: regrow },
  { name: 'divide', weight: 2, act: divideChain },
  { name: 'graft', weight: 1, act: graft },
  { name: 'cross', weight: 2, act: cross },
  { name: 'join', weight: 1, act: joinBranches },
];

/**
 * A random change; whether the result is legal is for the caller to find out.
 * @param partner another good graph, whose parts may be taken over
 */
export function mutateOnce(
  graph: Graph,
  random: Random,
  sample: Sample,
  partner?: Graph,
): { graph: Graph; action: string } | undefined {
  let draw = random.next() * actions.reduce((sum, { weight }) => sum + weight, 0);
  const action = actions.find(({ weight }) => {
    draw -= weight;
    return draw < 0;
  });
  const changed = action?.act(graph, random, sample, partner);
  return action && changed ? { graph: changed, action: action.name } : undefined;
}

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[random.int(Math.max(items.length, 1))];
}

/** Another value of one parameter, from its fine grid. A launch has one block size, so that parameter changes everywhere. */
function changeParameter(graph: Graph, random: Random): Graph | undefined {
  const candidates = nodesOf(graph).flatMap(({ path, index, node }) =>
    Object.entries(operatorNamed(node.op)?.params ?? {})
      .filter(([, spec]) => spec.fine.length > 1)
      .map(([name, spec]) => ({ path, index, node, name, spec })),
  );
  const chosen = pick(candidates, random);
  const value = chosen && pick(chosen.spec.fine, random);
  if (!chosen || value === undefined) return undefined;
  const changed = (node: GraphNode) => ({ ...node, params: { ...node.params, [chosen.name]: value } });
  if (setsLaunch(chosen.node)) return mapNodes(graph, (node) => (node.op === chosen.node.op ? changed(node) : node));
  const chain = chainAt(graph, chosen.path);
  return withChain(graph, chosen.path, chain.with(chosen.index, changed(chosen.node)));
}

/** One more operator, where the registry's order has its place. */
function insertNode(graph: Graph, random: Random): Graph | undefined {
  const target = pick(chainsOf(graph), random);
  const operator = target && pick(absentFrom(target.chain), random);
  if (!target || !operator) return undefined;
  const node = { op: operator.name, params: randomParams(operator, random) };
  return withChain(graph, target.path, withNode(target.chain, node));
}

function removeNode(graph: Graph, random: Random): Graph | undefined {
  const target = pick(
    nodesOf(graph).filter(({ node }) => !node.branches),
    random,
  );
  return target && withChain(graph, target.path, chainAt(graph, target.path).toSpliced(target.index, 1));
}

/** An operator of the same stage and role in the place of another. */
function replaceNode(graph: Graph, random: Random): Graph | undefined {
  const target = pick(
    nodesOf(graph).filter(({ node }) => !node.branches),
    random,
  );
  const present = target && operatorNamed(target.node.op);
  const operator = present && pick(alternativesTo(present), random);
  if (!target || !operator) return undefined;
  const node = { op: operator.name, params: randomParams(operator, random) };
  return withChain(graph, target.path, chainAt(graph, target.path).with(target.index, node));
}

/** Keeps the beginning of a chain and grows a new end. */
function regrow(graph: Graph, random: Random, sample: Sample): Graph | undefined {
  const target = pick(chainsOf(graph), random);
  if (!target) return undefined;
  const chain = target.chain.filter((node) => !node.branches);
  const prefix = chain.slice(0, random.int(chain.length + 1));
  const start = metadataOfChain(graph, target.path, sample);
  const metadata = start && metadataAfter(prefix, start, sample.step);
  const grown = metadata && grow(prefix, metadata, random);
  return grown && withChain(graph, target.path, alignThreads(grown, graph));
}

/** Divides the matrix; every branch continues with the rest of the chain. */
function divideChain(graph: Graph, random: Random, sample: Sample): Graph | undefined {
  const target = pick(
    chainsOf(graph).filter(({ path, chain }) => mayDivide(path, chain)),
    random,
  );
  const operator = pick(dividers, random);
  const start = target && metadataOfChain(graph, target.path, sample);
  if (!target || !operator || !start) return undefined;
  const place = random.int(lastDivision(target.chain) + 1);
  const metadata = metadataAfter(target.chain.slice(0, place), start, sample.step);
  const params = checkParams(operator, randomParams(operator, random));
  if (!metadata || isRefusal(params)) return undefined;
  const divided = dividedAt(target.chain, place, { op: operator.name, params }, metadata, sample.step);
  return divided && withChain(graph, target.path, divided);
}

/** A branch becomes a seed without branches. */
function graft(graph: Graph, random: Random): Graph | undefined {
  const target = pick(
    chainsOf(graph).filter(({ path }) => path.length > 0),
    random,
  );
  const seed = pick(
    seeds.filter((each) => !each.graph.at(-1)?.branches),
    random,
  );
  return target && seed && withChain(graph, target.path, alignThreads(seed.graph, graph));
}

/** The beginning of a chain goes on with the end of one of the partner's (one-point crossover, Holland 1975). */
function cross(graph: Graph, random: Random, _sample: Sample, partner: Graph | undefined): Graph | undefined {
  const target = pick(chainsOf(graph), random);
  const source = partner && pick(chainsOf(partner), random);
  if (!target || !source) return undefined;
  const chain = target.chain.filter((node) => !node.branches);
  const prefix = chain.slice(0, random.int(chain.length + 1));
  const last = prefix.at(-1);
  const rest = source.chain.filter((node) => !last || rankOf(node) > rankOf(last));
  return withChain(graph, target.path, alignThreads([...prefix, ...rest], graph));
}

/** A division is undone: one of its branches goes on with all. */
function joinBranches(graph: Graph, random: Random): Graph | undefined {
  const target = pick(
    chainsOf(graph).filter(({ chain }) => chain.at(-1)?.branches),
    random,
  );
  const joined = target && pick(undivided(target.chain), random);
  return joined && withChain(graph, target.path, joined);
}

/** All leaves of a launch have one block size: a new chain takes that of the graph it goes into. */
function alignThreads(chain: Graph, graph: Graph): Graph {
  const model = nodesOf(graph).find(({ node }) => setsLaunch(node))?.node;
  if (!model) return chain;
  const { threads } = { threads: undefined, ...model.params };
  return chain.map((node) => {
    if (node.branches) return { ...node, branches: node.branches.map((branch) => alignThreads(branch, graph)) };
    if (!setsLaunch(node)) return node;
    const { threads: _, ...params } = { threads: undefined, ...node.params };
    return { ...node, params: threads === undefined ? params : { ...params, threads } };
  }) as Graph;
}
