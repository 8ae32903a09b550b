// Hubs and authorities (HITS), on the device. node examples/dist/hits.js [matrix] [trials]
import { multiply, readMatrix, transpose, tune } from 'alphasparse';
import { download, iterate, vector } from './fixpoint.js';
import { best } from './surfer.js';

const [file = 'matrices/wiki-Vote.mtx.gz', trials = '20'] = process.argv.slice(2);
const graph = await readMatrix(file);
const options = { target: 'webgpu', trials: Number(trials) } as const;

// A hub is good when it links to good authorities, and the other way round: h = A a, a = A^T h, each of length 1.
const toHubs = await tune(graph, options);
const toAuthorities = await tune(graph, { ...options, transpose: true, beside: toHubs });
try {
  const gpu = toHubs.gpu!;
  const [hubs, authorities, none] = [1, 1, 0].map((start) => vector(gpu, new Float32Array(graph.rows).fill(start)));
  const unit = { measure: 'y[i] * y[i]', next: 'y[i] * inverseSqrt(whole)' };
  const steps = [
    { kernel: toAuthorities, from: hubs, to: authorities, ...unit },
    { kernel: toHubs, from: authorities, to: hubs, ...unit },
  ];
  const { iterations } = await iterate(gpu, graph.rows, steps, none, { tolerance: 2e-5 });
  const [h, a] = [await download(gpu, hubs), await download(gpu, authorities)];

  console.log(`${graph.name}: ${graph.rows} vertices, ${graph.nnz} links, on ${toHubs.device.name}`);
  console.log(`HITS after ${iterations} iterations, residual ${residualOf(h).toExponential(1)}`);
  for (const { vertex, score } of best(h, 3)) console.log(`  hub ${vertex}: ${score.toFixed(4)}`);
  for (const { vertex, score } of best(a, 3)) console.log(`  authority ${vertex}: ${score.toFixed(4)}`);
} finally {
  await toAuthorities.close();
  await toHubs.close();
}

/** In double precision, how far h is from what A A^T h is a multiple of. */
function residualOf(h: Float32Array): number {
  const image = multiply(graph, multiply(transpose(graph), h));
  const length = Math.sqrt(image.reduce((sum, value) => sum + value * value, 0));
  return Math.sqrt(image.reduce((sum, value, i) => sum + (value / length - h[i]) ** 2, 0));
}
