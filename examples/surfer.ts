import { type CsrMatrix, multiply, transpose, tune } from 'alphasparse';
import { download, iterate, vector } from './fixpoint.js';

/**
 * The surfer of PageRank and of random walks with restart: follows a random link with probability `damping`, and else,
 * or where there is no link, goes where `v` says. Solves x = d P x + (1 - |d P x|) v on a WebGPU device.
 * @param graph entry (i, j) is the weight of the link from i to j.
 * @param v probabilities, summing to 1.
 * @returns x, and in double precision how far x is from being a solution (sum of absolute differences).
 */
export async function surf(graph: CsrMatrix, v: Float32Array<ArrayBuffer>, damping: number, trials: number) {
  const links = stochasticRows(graph);
  // P is the transpose of what lies in the file; `transpose` spares making it.
  const kernel = await tune(links, { target: 'webgpu', transpose: true, trials });
  try {
    const gpu = kernel.gpu!;
    const [x, home] = [vector(gpu, v), vector(gpu, v)];
    const measure = `${damping} * y[i]`;
    const next = `${damping} * y[i] + (1.0 - whole) * v[i]`;
    const steps = [{ kernel, from: x, to: x, measure, next }];
    const found = await iterate(gpu, graph.rows, steps, home, { tolerance: 2e-6 });
    const ranks = await download(gpu, x);
    return { ...found, ranks, residual: residualOf(links, v, damping, ranks), report: kernel.report };
  } finally {
    await kernel.close();
  }
}

/** The best entries of a vector, best first. */
export function best(scores: Float32Array, count: number): { vertex: number; score: number }[] {
  const entries = Array.from(scores, (score, vertex) => ({ vertex, score }));
  return entries.sort((a, b) => b.score - a.score).slice(0, count);
}

/** Each row scaled so that it sums to one. */
function stochasticRows(graph: CsrMatrix): CsrMatrix {
  const data = Float64Array.from(graph.data);
  for (let row = 0; row < graph.rows; row++) {
    const entries = data.subarray(graph.indptr[row], graph.indptr[row + 1]);
    const sum = entries.reduce((total, value) => total + value, 0);
    for (let k = 0; k < entries.length; k++) entries[k] /= sum;
  }
  return { ...graph, data };
}

function residualOf(links: CsrMatrix, v: Float32Array, damping: number, x: Float32Array): number {
  const moved = multiply(transpose(links), x).map((value) => damping * value);
  const left = 1 - moved.reduce((sum, value) => sum + value, 0);
  return moved.reduce((sum, value, i) => sum + Math.abs(value + left * v[i] - x[i]), 0);
}
