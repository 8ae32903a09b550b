import { oncePer } from '../oncePer.js';
import { operatorNamed } from '../operators/index.js';
import { checkParams, isRefusal, type Params } from '../operators/operator.js';
import type { Graph, GraphNode } from './graph.js';

/** The graph with every parameter written out and keys in a fixed order: equal kernels have equal text. */
export function canonicalJson(graph: Graph): string {
  return jsonOf(graph, nodeKey);
}

/** Identity of the structure: the canonical JSON of the graph with all parameters at their defaults. */
export function structureKey(graph: Graph): string {
  return jsonOf(graph, ({ op }) => {
    const key = defaultKeys.get(op) ?? nodeKey({ op, params: {} });
    defaultKeys.set(op, key);
    return key;
  });
}

const defaultKeys = new Map<string, string>();

function jsonOf(graph: Graph, keyOf: (node: GraphNode) => string): string {
  const nodes = graph.map((node) => {
    const key = keyOf(node);
    if (!node.branches) return key;
    return `${key.slice(0, -1)},"branches":[${node.branches.map((branch) => jsonOf(branch, keyOf)).join()}]}`;
  });
  return `[${nodes.join()}]`;
}

/** Identity of a node without its branches: the canonical JSON of the rest. */
export const nodeKey = oncePer((node: GraphNode): string => {
  const params = Object.entries(completeParams(node)).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ op: node.op, ...(params.length > 0 ? { params: Object.fromEntries(params) } : {}) });
});

/** A node's parameters with defaults filled in; as they are where the operator or a value is unknown. */
export const completeParams = oncePer((node: GraphNode): Params => {
  const operator = operatorNamed(node.op);
  const complete = operator && checkParams(operator, node.params);
  return !complete || isRefusal(complete) ? node.params : (complete as Params);
});

/** Identity of a kernel: 16 hex digits over the canonical graph. */
export const graphHash = oncePer((graph: Graph): string => textHash(canonicalJson(graph)));

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
