import type { Target } from '../codegen/kernelSource.js';
import { mostDistinct } from '../codegen/values.js';
import { type Applied, applyFrom } from '../graph/apply.js';
import type { Graph, GraphNode, ParamValue } from '../graph/graph.js';
import { completeParams, graphHash, structureKey } from '../graph/identity.js';
import { rememberingStep } from '../graph/memo.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { countDistinct, matrixFeatures } from '../matrix/features.js';
import { metadataOf } from '../metadata/metadataSet.js';
import { operatorNamed } from '../operators/index.js';
import { isRefusal, type Refusal } from '../operators/operator.js';
import type { Random } from '../random.js';
import type { Axis, SearchSpace } from '../search/space.js';
import { seeds } from '../seeds/index.js';
import { setsLaunch } from './edits.js';
import { createFeatureMaker } from './features.js';
import type { Sample } from './grow.js';
import { mutateOnce } from './mutate.js';
import { neighboursOf } from './neighbours.js';
import { mapNodes, nodesOf, withoutContent, withoutLeaves } from './paths.js';
import { proxyOf } from './proxy.js';
import { sketchOf } from './sketch.js';

/** Draws that a mutation may take before it gives up. */
const mutationTries = 24;
/** Larger graphs have shown no merit, and each node costs build time. */
const mostNodes = 48;
/** Renumbering popular columns needs some: a sample, where few columns repeat, would call any of them popular. */
const leastHotShare = 0.1;

/** The space of operator graphs for one matrix on one device. */
export function createSearchSpace(matrix: CsrMatrix, target: Target): SearchSpace {
  const proxy = proxyOf(matrix);
  const sample: Sample = { start: metadataOf(proxy), step: rememberingStep() };
  const applied = new Map<string, Applied | Refusal>();
  const ofMatrix = matrixFeatures(matrix);
  const featuresOf = createFeatureMaker(ofMatrix, proxy);

  const apply = (graph: Graph): Applied | Refusal => {
    const key = graphHash(graph);
    let result = applied.get(key);
    if (!result) {
      result = applyFrom(graph, sample.start, sample.step);
      // Leaves of a sample are small, but a long search meets many.
      if (applied.size > 512) applied.clear();
      applied.set(key, result);
    }
    return result;
  };
  const distinct = countDistinct(matrix);
  const refusal = (graph: Graph) => {
    const result = apply(graph);
    if (isRefusal(result)) return result.refused;
    if (result.leaves.some((leaf) => leaf.compression.values === 'dictionary') && distinct > mostDistinct) {
      return `the matrix has more than ${mostDistinct} distinct values`;
    }
    if (result.leaves.some((leaf) => leaf.originCols) && ofMatrix.hotColumnShare < leastHotShare) {
      return `the most popular 1 % of the columns hold less than ${leastHotShare * 100} % of the entries`;
    }
    const threads = result.leaves[0].resources?.threads ?? 0;
    return threads > target.maxThreads
      ? `${threads} threads a block; the device allows ${target.maxThreads}`
      : undefined;
  };

  return {
    seeds: () => seeds.filter(({ graph }, i) => i === 0 || refusal(graph) === undefined).map((seed) => ({ ...seed })),
    mutate(graph: Graph, random: Random, { partner, idle = [] } = {}) {
      const working = graphHash(withoutContent(graph, idle));
      for (let i = 0; i < mutationTries; i++) {
        const mutation = mutateOnce(graph, random, sample, partner);
        if (!mutation || nodesOf(mutation.graph).length > mostNodes) continue;
        if (graphHash(withoutContent(mutation.graph, idle)) === working) continue;
        if (refusal(mutation.graph) === undefined) return mutation;
      }
      return undefined;
    },
    neighbours: (graph, idle = []) =>
      neighboursOf(graph, sample, idle).filter((each) => nodesOf(each).length <= mostNodes),
    axes: (graph, idle = []) => axesOf(graph, idle, target.maxThreads, (each) => refusal(each) === undefined),
    withAxes: (graph, values) => withAxes(graph, values),
    withoutLeaves,
    structureKey,
    hash: graphHash,
    sketch(graph) {
      const result = apply(graph);
      return isRefusal(result) ? graphHash(graph) : sketchOf(graph, result.leaves, proxy.rows);
    },
    refusal,
    features(graph) {
      const result = apply(graph);
      return featuresOf(graph, isRefusal(result) ? undefined : result.leaves);
    },
    complexity: (graph) => nodesOf(graph).length + 4 * nodesOf(graph).filter(({ node }) => node.branches).length,
  };
}

/** The parameters of a graph's leaves that work, with the values that may be legal. */
function axesOf(graph: Graph, idle: readonly number[], maxThreads: number, isLegal: (graph: Graph) => boolean): Axis[] {
  let sharesThreads = false;
  const nodes = nodesOf(withoutContent(graph, idle));
  const [launch, others] = [true, false].map((wanted) => nodes.filter(({ node }) => setsLaunch(node) === wanted));
  return [...launch, ...others].flatMap(({ id, node }) => {
    const params = completeParams(node);
    return Object.entries(operatorNamed(node.op)?.params ?? {}).flatMap(([name, spec]): Axis[] => {
      const isThreads = name === 'threads';
      if (spec.fine.length <= 1 || (isThreads && sharesThreads)) return [];
      sharesThreads ||= isThreads;
      const value = params[name];
      const fits = (other: ParamValue) => {
        if (isThreads) return (other as number) <= maxThreads;
        // A division into as many parts as the graph has branches.
        return !node.branches || isLegal(withAxes(graph, new Map([[`${id}.${name}`, other]])));
      };
      return [
        {
          node: id,
          name,
          kind: `${node.op}.${name}`,
          coarse: including(spec.coarse.filter(fits), value),
          fine: including(spec.fine.filter(fits), value),
          value,
        },
      ];
    });
  });
}

/** The values with one more, in order where they are numbers. */
function including(values: readonly ParamValue[], value: ParamValue): readonly ParamValue[] {
  if (values.some((each) => JSON.stringify(each) === JSON.stringify(value))) return values;
  const all = [...values, value];
  return all.every((each) => typeof each === 'number') ? all.sort((a, b) => Number(a) - Number(b)) : all;
}

/** Sets parameters by node and name. Block sizes go together: one launch has one. */
function withAxes(graph: Graph, values: ReadonlyMap<string, ParamValue>): Graph {
  const shared: Record<string, ParamValue> = {};
  const changed = mapNodes(graph, (node, id) => {
    const set: Record<string, ParamValue> = {};
    for (const name of Object.keys(operatorNamed(node.op)?.params ?? {})) {
      const value = values.get(`${id}.${name}`);
      if (value === undefined) continue;
      set[name] = value;
      if (setsLaunch(node) && name === 'threads') shared[name] ??= value;
    }
    return withParams(node, set);
  });
  return mapNodes(changed, (node) => (setsLaunch(node) ? withParams(node, shared) : node));
}

/** The node itself where that changes nothing: what is known of a node goes with the object. */
function withParams(node: GraphNode, params: Readonly<Record<string, ParamValue>>): GraphNode {
  return Object.keys(params).length > 0 ? { ...node, params: { ...node.params, ...params } } : node;
}
