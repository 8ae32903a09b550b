import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { type MetadataSet, metadataOf } from '../metadata/metadataSet.js';
import { countWrites, firstSharedRow } from '../metadata/ownership.js';
import { operatorNamed } from '../operators/index.js';
import { checkParams, isRefusal, type Refusal, refuse } from '../operators/operator.js';
import type { Graph, GraphNode } from './graph.js';

/** An operator graph applied to a matrix: one metadata set a leaf. */
export interface Applied {
  readonly leaves: readonly MetadataSet[];
}

/** What a node makes of metadata: one set, or one for each part of a division. Its branches are not looked at. */
export type Step = (node: GraphNode, metadata: MetadataSet) => readonly MetadataSet[] | Refusal;

/** Applies a whole graph and proves that it makes a kernel; a refusal says which node cannot be applied and why. */
export function applyGraph(graph: Graph, matrix: CsrMatrix): Applied | Refusal {
  return applyFrom(graph, metadataOf(matrix), applyNode);
}

/** The same from the metadata of a whole matrix, node by node as `step` does it. */
export function applyFrom(graph: Graph, start: MetadataSet, step: Step): Applied | Refusal {
  const leaves = applyChain(graph, start, '', step);
  if (isRefusal(leaves)) return leaves;
  return leavesRefusal(leaves) ?? { leaves };
}

/** Checks one node and applies it. */
export function applyNode(node: GraphNode, metadata: MetadataSet): readonly MetadataSet[] | Refusal {
  const operator = operatorNamed(node.op);
  if (!operator) return refuse('there is no such operator');
  const params = checkParams(operator, node.params);
  if (isRefusal(params)) return params;
  const refusal = operator.legal(metadata, params);
  if (refusal) return refusal;
  return operator.divide?.(metadata, params) ?? [operator.apply?.(metadata, params) ?? metadata];
}

/** Applies a chain and its branches. `path` names the chain in refusals: '' for the trunk, '0/1' for a branch of a branch. */
export function applyChain(
  chain: Graph,
  metadata: MetadataSet,
  path: string,
  step: Step = applyNode,
): readonly MetadataSet[] | Refusal {
  let current = metadata;
  for (const [i, node] of chain.entries()) {
    const where = `${path}#${i} ${node.op}`;
    const made = step(node, current);
    if (isRefusal(made)) return refuse(`${where}: ${made.refused}`);
    if (operatorNamed(node.op)?.divide) {
      const branches = node.branches ?? [];
      if (branches.length !== made.length) {
        return refuse(`${where}: divides into ${made.length} parts, and the graph has ${branches.length} branches`);
      }
      if (i !== chain.length - 1) return refuse(`${where}: a dividing operator ends its chain`);
      return applyBranches(branches, made, path, step);
    }
    if (node.branches) return refuse(`${where}: does not divide, so it has no branches`);
    current = made[0];
  }
  return [current];
}

function applyBranches(
  branches: readonly Graph[],
  parts: readonly MetadataSet[],
  path: string,
  step: Step,
): readonly MetadataSet[] | Refusal {
  const leaves: MetadataSet[] = [];
  for (const [b, part] of parts.entries()) {
    const applied = applyChain(branches[b], part, path === '' ? `${b}` : `${path}/${b}`, step);
    if (isRefusal(applied)) return applied;
    leaves.push(...applied);
  }
  return leaves;
}

/** Why the leaves do not make one kernel, or undefined when they do. */
function leavesRefusal(leaves: readonly MetadataSet[]): Refusal | undefined {
  const threads = leaves[0].resources?.threads;
  for (const [i, leaf] of leaves.entries()) {
    const missing = [
      [leaf.levels.bmt, 'BMTs'],
      [leaf.reduction.thread, 'a thread reduction'],
      [leaf.reduction.global, 'a global reduction'],
      [leaf.resources, 'resources (threads a block)'],
    ].find(([present]) => !present);
    if (missing) return refuse(`leaf ${i} is not complete: it lacks ${missing[1]}`);
    if (leaf.resources?.threads !== threads) {
      return refuse(
        `leaf ${i} wants ${leaf.resources?.threads} threads a block and leaf 0 ${threads}: one launch has one size`,
      );
    }
    const lanes = lanesOf(leaf);
    if (threads && threads % lanes !== 0)
      return refuse(`leaf ${i}: ${threads} threads are not whole warps of ${lanes}`);
  }
  return sharingRefusal(leaves);
}

/** A row that several leaves write must be written atomically by each of them. */
function sharingRefusal(leaves: readonly MetadataSet[]): Refusal | undefined {
  if (leaves.length === 1 || leaves.every((leaf) => leaf.reduction.global === 'atomic')) return undefined;
  const all = new Int32Array(leaves[0].rows);
  for (const leaf of leaves) countWrites(leaf, all);
  if (firstSharedRow(all) < 0) return undefined;
  for (const [i, leaf] of leaves.entries()) {
    if (leaf.reduction.global === 'atomic') continue;
    const own = new Int32Array(leaf.rows);
    countWrites(leaf, own);
    const row = own.findIndex((count, r) => count > 0 && all[r] > count);
    if (row >= 0)
      return refuse(`leaf ${i} stores row ${row}, which another leaf writes too: both must add to it atomically`);
  }
  return undefined;
}

/** Threads of a warp group: the most BMTs of a BMW, rounded up to a power of two; 1 where there are no BMWs. */
export function lanesOf(leaf: MetadataSet): number {
  const { bmw, bmt } = leaf.levels;
  if (!bmw || !bmt) return 1;
  let most = 1;
  for (let w = 0; w < bmw.count; w++) most = Math.max(most, bmt.parentOffsets[w + 1] - bmt.parentOffsets[w]);
  return 2 ** Math.ceil(Math.log2(most));
}
