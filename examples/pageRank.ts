// PageRank of a directed graph, on the device. node examples/dist/pageRank.js [matrix] [trials]
import { readMatrix } from 'alphasparse';
import { best, surf } from './surfer.js';

const [file = 'matrices/wiki-Vote.mtx.gz', trials = '20'] = process.argv.slice(2);
const graph = await readMatrix(file);
const anywhere = new Float32Array(graph.rows).fill(1 / graph.rows);
const { ranks, iterations, residual, report } = await surf(graph, anywhere, 0.85, Number(trials));

console.log(`${graph.name}: ${graph.rows} vertices, ${graph.nnz} links, on ${report.device.name}`);
console.log(`PageRank after ${iterations} iterations, residual ${residual.toExponential(1)}`);
for (const { vertex, score } of best(ranks, 5)) console.log(`  vertex ${vertex}: ${score.toExponential(4)}`);
