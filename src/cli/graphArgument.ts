import { readFile } from 'node:fs/promises';
import { AlphaSparseError, messageOf } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import { parseGraph } from '../graph/parse.js';
import { seeds } from '../seeds/index.js';
import { didYouMean } from './similar.js';

/**
 * The graph that a command line names: a known format (`sell-c-sigma`), JSON, or a file that holds JSON, be it the graph
 * itself or a report with one. Throws 'usage'.
 */
export async function graphOf(argument: string): Promise<Graph> {
  const seed = seeds.find(({ name }) => name === argument);
  if (seed) return seed.graph;
  if (/^\s*[[{]/.test(argument)) return parseGraph(argument);
  if (!/[./\\]/.test(argument)) {
    const known = `known: ${seeds.map(({ name }) => name).join(', ')}; or JSON, or a file with it`;
    throw new AlphaSparseError(
      'usage',
      `no design '${argument}'${didYouMean(
        argument,
        seeds.map(({ name }) => name),
      )}`,
      known,
    );
  }
  const text = await readFile(argument, 'utf8').catch((error: unknown) => {
    throw new AlphaSparseError('usage', `cannot read the graph: ${messageOf(error)}`);
  });
  return parseGraph(graphIn(text));
}

/** The graph within the JSON that `tune --json` prints, or the text as it is. */
function graphIn(text: string): string {
  try {
    const graph = (JSON.parse(text) as { best?: { graph?: unknown } }).best?.graph;
    return graph === undefined ? text : JSON.stringify(graph);
  } catch {
    return text;
  }
}
