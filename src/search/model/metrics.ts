/** Mean absolute error of predicted against true positive numbers, in percent. NaN for none. */
export function mape(predicted: readonly number[], actual: readonly number[]): number {
  const errors = predicted.map((value, i) => Math.abs(value - actual[i]) / actual[i]);
  return (100 * errors.reduce((sum, error) => sum + error, 0)) / errors.length;
}

/** Spearman's rank correlation, with mean ranks for ties. NaN when either side does not vary. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const ra = ranks(a);
  const rb = ranks(b);
  const mean = (a.length - 1) / 2;
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < a.length; i++) {
    product += (ra[i] - mean) * (rb[i] - mean);
    squaresA += (ra[i] - mean) ** 2;
    squaresB += (rb[i] - mean) ** 2;
  }
  return product / Math.sqrt(squaresA * squaresB);
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((i, j) => values[i] - values[j]);
  const result = new Array<number>(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end]] === values[order[start]]) end++;
    for (let k = start; k < end; k++) result[order[k]] = (start + end - 1) / 2;
    start = end;
  }
  return result;
}
