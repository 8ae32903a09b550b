/** Median of some samples; NaN when there are none. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Half the interquartile range: a spread that one outlier does not move. 0 for fewer than two samples. */
export function halfRange(samples: readonly number[]): number {
  return samples.length < 2 ? 0 : (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2;
}

function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)];
  return sorted.length === 0 ? Number.NaN : low + (sorted[Math.ceil(at)] - low) * (at - Math.floor(at));
}
