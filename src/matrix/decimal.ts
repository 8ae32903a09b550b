/** Powers of ten that a double holds exactly. */
export const exactPowers = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/**
 * The double nearest to the decimal number in `bytes[start..end)` whose digits, read as one integer, are to be scaled
 * by 10^exponent; the text may hold a sign and an exponent after e or d. For numbers too long for exact arithmetic in
 * one double, as a fully printed double is: two doubles hold 30 digits, and where their error could matter (about one
 * number in 10^12, and exact ties) the engine's own conversion decides.
 */
export function roundDecimal(bytes: Uint8Array, start: number, end: number, exponent: number): number {
  let high = 0;
  let low = 0;
  let digits = 0;
  for (let at = start; at < end; at++) {
    const digit = bytes[at] - 48;
    if (digit >= 0 && digit <= 9) {
      if (digits < 15) high = high * 10 + digit;
      else low = low * 10 + digit;
      if (high > 0) digits++;
    } else if ((bytes[at] | 32) === 101 || (bytes[at] | 32) === 100) break;
  }
  if (digits < 15 || digits > 30 || exponent > 0 || exponent < -44) return convert(bytes, start, end);

  // high * 10^k + low as an unevaluated sum of two doubles, then divided by powers of ten that are exact.
  const shift = exactPowers[digits - 15];
  const product = high * shift;
  low += productError(high, shift, product);
  high = product + low;
  low -= high - product;
  for (let left = -exponent; left > 0; left -= 22) {
    const divisor = exactPowers[Math.min(left, 22)];
    const quotient = high / divisor;
    const back = quotient * divisor;
    const correction = (high - back - productError(quotient, divisor, back) + low) / divisor;
    high = quotient + correction;
    low = correction - (high - quotient);
  }
  // The pair is right to about 2^-100. Unless that error moves the rounding, the rounding is right.
  const margin = high * 2 ** -95;
  const value = high + (low + margin);
  if (value !== high + (low - margin)) return convert(bytes, start, end);
  return bytes[start] === 45 ? -value : value;
}

/** a * b - product without rounding, where `product` is a * b rounded (Dekker). */
function productError(a: number, b: number, product: number): number {
  const wideA = a * 134217729;
  const highA = wideA - (wideA - a);
  const lowA = a - highA;
  const wideB = b * 134217729;
  const highB = wideB - (wideB - b);
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

function convert(bytes: Uint8Array, start: number, end: number): number {
  return Number(textBetween(bytes, start, end).replace(/d/i, 'e'));
}

/** Bytes as text, one character each. */
export function textBetween(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}
