// What is near one vertex: a random walk that returns to it. node examples/dist/randomWalk.js [matrix] [trials] [vertex]
import { readMatrix } from 'alphasparse';
import { best, surf } from './surfer.js';

const [file = 'matrices/wiki-Vote.mtx.gz', trials = '20', wanted] = process.argv.slice(2);
const graph = await readMatrix(file);
const vertex = wanted === undefined ? busiest() : Number(wanted);
const home = new Float32Array(graph.rows);
home[vertex] = 1;
const { ranks, iterations, residual, report } = await surf(graph, home, 0.7, Number(trials));

console.log(`${graph.name}: ${graph.rows} vertices, ${graph.nnz} links, on ${report.device.name}`);
console.log(`Walk from vertex ${vertex} after ${iterations} iterations, residual ${residual.toExponential(1)}`);
for (const { vertex, score } of best(ranks, 5)) console.log(`  vertex ${vertex}: ${score.toExponential(4)}`);

/** The vertex with the most links. */
function busiest(): number {
  const links = (row: number) => graph.indptr[row + 1] - graph.indptr[row];
  return Array.from({ length: graph.rows }, (_, row) => row).reduce((a, b) => (links(b) > links(a) ? b : a));
}
