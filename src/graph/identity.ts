import { operatorNamed } from '../operators/index.js';
import { checkParams, isRefusal, type Params } from '../operators/operator.js';
import type { Graph, GraphNode } from './graph.js';

/** The graph with every parameter written out and keys in a fixed order: equal kernels have equal text. */
export function canonicalJson(graph: Graph): string {
  return JSON.stringify(graph.map(canonicalNode));
}

function canonicalNode(node: GraphNode): object {
  const params = Object.entries(completeParams(node)).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    op: node.op,
    ...(params.length > 0 ? { params: Object.fromEntries(params) } : {}),
    ...(node.branches ? { branches: node.branches.map((branch) => branch.map(canonicalNode)) } : {}),
  };
}

/** A node's parameters with defaults filled in; as they are where the operator or a value is unknown. */
export function completeParams(node: GraphNode): Params {
  const operator = operatorNamed(node.op);
  if (!operator) return node.params;
  const complete = checkParams(operator, node.params);
  return isRefusal(complete) ? node.params : (complete as Params);
}

/** A search asks for the identity of each graph many times. */
const hashes = new WeakMap<Graph, string>();

/** Identity of a kernel: 16 hex digits over the canonical graph. */
export function graphHash(graph: Graph): string {
  let hash = hashes.get(graph);
  if (hash === undefined) {
    hash = textHash(canonicalJson(graph));
    hashes.set(graph, hash);
  }
  return hash;
}

/** 64 bits of mixing over a text (two multiplicative lanes), enough to tell kernels of one search apart. */
export function textHash(text: string): string {
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x5bd1e995);
    b ^= b >>> 15;
  }
  a = Math.imul(a ^ (a >>> 16), 0x7feb352d) ^ b;
  b = Math.imul(b ^ (b >>> 13), 0x297a2d39) ^ (a >>> 11);
  const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');
  return hex(a) + hex(b);
}

/** `SORT → COMPRESS → ...` with parameters that differ from the defaults; branches in braces. */
export function graphText(graph: Graph): string {
  return graph.map(nodeText).join(' → ');
}

function nodeText(node: GraphNode): string {
  const defaults = operatorNamed(node.op)?.params ?? {};
  const shown = Object.entries(node.params)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]?.default))
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join('|') : value}`);
  const branches = node.branches ? ` { ${node.branches.map(graphText).join(' ; ')} }` : '';
  return `${node.op}${shown.length > 0 ? `(${shown.join(' ')})` : ''}${branches}`;
}
