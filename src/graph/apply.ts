import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { type MetadataSet, metadataOf } from '../metadata/metadataSet.js';
import { countWrites, firstSharedRow } from '../metadata/ownership.js';
import { operatorNamed } from '../operators/index.js';
import { checkParams, isRefusal, type Refusal, refuse } from '../operators/operator.js';
import type { Graph } from './graph.js';

/** An operator graph applied to a matrix: one metadata set a leaf. */
export interface Applied {
  readonly leaves: readonly MetadataSet[];
}

/** Applies a whole graph and proves that it makes a kernel; a refusal says which node cannot be applied and why. */
export function applyGraph(graph: Graph, matrix: CsrMatrix): Applied | Refusal {
  const leaves = applyChain(graph, metadataOf(matrix), '');
  if (isRefusal(leaves)) return leaves;
  return leavesRefusal(leaves) ?? { leaves };
}

/** Applies a chain and its branches. `path` names the chain in refusals: '' for the trunk, '0/1' for a branch of a branch. */
export function applyChain(chain: Graph, metadata: MetadataSet, path: string): MetadataSet[] | Refusal {
  let current = metadata;
  for (const [i, node] of chain.entries()) {
    const where = `${path}#${i} ${node.op}`;
    const operator = operatorNamed(node.op);
    if (!operator) return refuse(`${where}: there is no such operator`);
    const params = checkParams(operator, node.params);
    if (isRefusal(params)) return refuse(`${where}: ${params.refused}`);
    const refusal = operator.legal(current, params);
    if (refusal) return refuse(`${where}: ${refusal.refused}`);
    if (operator.divide) {
      const parts = operator.divide(current, params);
      const branches = node.branches ?? [];
      if (branches.length !== parts.length) {
        return refuse(`${where}: divides into ${parts.length} parts, and the graph has ${branches.length} branches`);
      }
      if (i !== chain.length - 1) return refuse(`${where}: a dividing operator ends its chain`);
      return applyBranches(branches, parts, path);
    }
    if (node.branches) return refuse(`${where}: does not divide, so it has no branches`);
    if (operator.apply) current = operator.apply(current, params);
  }
  return [current];
}

function applyBranches(
  branches: readonly Graph[],
  parts: readonly MetadataSet[],
  path: string,
): MetadataSet[] | Refusal {
  const leaves: MetadataSet[] = [];
  for (const [b, part] of parts.entries()) {
    const applied = applyChain(branches[b], part, path === '' ? `${b}` : `${path}/${b}`);
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
