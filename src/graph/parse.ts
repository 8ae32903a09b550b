import { z } from 'zod';
import { AlphaSparseError } from '../errors.js';
import type { Graph } from './graph.js';

const value = z.union([z.number(), z.string(), z.boolean(), z.array(z.number())]);
const node = z.strictObject({
  op: z.string(),
  params: z.record(z.string(), value).default({}),
  get branches() {
    return z.array(z.array(node)).optional();
  },
});

/**
 * Reads a graph from the JSON that `canonicalJson` writes and reports hold: a list of
 * `{op, params?, branches?}`. Whether it is legal is for `applyGraph` to say. Throws 'usage'.
 */
export function parseGraph(text: string): Graph {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new AlphaSparseError('usage', `the graph is not JSON: ${(error as Error).message}`, form);
  }
  const parsed = z.array(node).safeParse(json);
  if (parsed.success) return parsed.data;
  const [{ path, message }] = parsed.error.issues;
  throw new AlphaSparseError('usage', `the graph is malformed at ${path.join('.') || 'its root'}: ${message}`, form);
}

const form = 'a list of nodes such as {"op": NAME, "params": {NAME: VALUE}, "branches": [LIST, LIST]}';
