import type { CsrMatrix } from './csrMatrix.js';

/** Characters gathered before a piece of text is handed out. */
const pieceLength = 1 << 16;

/**
 * The matrix as a Matrix Market file (coordinate real general), in pieces of text. Values are the shortest decimals
 * that read back to the same double, so a round trip is exact, -0, nan and inf included.
 */
export function* matrixMarketText(matrix: CsrMatrix): Generator<string> {
  const { rows, cols, nnz, indptr, indices, data } = matrix;
  let text = `%%MatrixMarket matrix coordinate real general\n${rows} ${cols} ${nnz}\n`;
  for (let r = 0; r < rows; r++) {
    for (let k = indptr[r]; k < indptr[r + 1]; k++) {
      text += `${r + 1} ${indices[k] + 1} ${decimal(data[k])}\n`;
      if (text.length >= pieceLength) {
        yield text;
        text = '';
      }
    }
  }
  if (text) yield text;
}

function decimal(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}
