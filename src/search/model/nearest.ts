import { type CostModel, createEncoder, type Encoder } from './costModel.js';

/** The heuristic for few samples: the distance-weighted mean of the nearest measured rows, each column scaled to [0, 1]. */
export function createNearest(neighbours = 3): CostModel {
  let encoder: Encoder | undefined;
  let known: { row: number[]; value: number }[] = [];
  let scales: number[] = [];
  return {
    kind: 'nearest',
    fit(rows, values) {
      if (rows.length === 0) return;
      const { names, encode } = createEncoder(rows);
      encoder = { names, encode };
      known = rows.map((row, i) => ({ row: encode(row), value: values[i] }));
      scales = names.map((_, column) => {
        const cells = known.map(({ row }) => row[column]);
        return 1 / (Math.max(...cells) - Math.min(...cells));
      });
    },
    predict(rows) {
      return rows.map((features) => {
        if (!encoder) return 0;
        const row = encoder.encode(features);
        const nearest = known
          .map((each) => ({ value: each.value, distance: distanceOf(row, each.row, scales) }))
          .sort((a, b) => a.distance - b.distance)
          .slice(0, neighbours);
        if (nearest[0].distance === 0) return nearest[0].value;
        const weight = nearest.reduce((sum, each) => sum + 1 / each.distance, 0);
        return nearest.reduce((sum, each) => sum + each.value / each.distance, 0) / weight;
      });
    },
    free() {
      known = [];
      encoder = undefined;
    },
  };
}

function distanceOf(a: readonly number[], b: readonly number[], scales: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]) * scales[i], 0);
}
