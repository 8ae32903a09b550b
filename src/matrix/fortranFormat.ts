/** How many fields of how many characters a line of a fixed-width file holds. */
export interface FieldLayout {
  readonly perLine: number;
  readonly width: number;
}

/**
 * Reads the repeat count and width from a Fortran format such as `(16I5)`, `(1P3D24.15)` or `(1P,5E16.8E3)`.
 * A scale factor does not change how numbers with a decimal point are read. Undefined when it is of another form.
 */
export function parseFormat(format: string): FieldLayout | undefined {
  const match = /^\(\s*(?:[+-]?\d+\s*P\s*,?\s*)?(\d*)\s*[IEDFG]\s*(\d+)(?:\.\d+)?(?:[ED]\d+)?\s*\)/i.exec(
    format.trim(),
  );
  if (!match) return undefined;
  const perLine = match[1] === '' ? 1 : Number(match[1]);
  const width = Number(match[2]);
  return perLine > 0 && width > 0 ? { perLine, width } : undefined;
}

/**
 * The number in a Fortran field: exponents may start with D or, after a sign, with nothing (`1.5-300`). A field without
 * a decimal point is taken as it stands. NaN when it is no number.
 */
export function parseField(field: string): number {
  const text = field.trim();
  if (text === '') return Number.NaN;
  const plain = Number(text);
  if (!Number.isNaN(plain)) return /^[+-]?(\d|\.\d)/.test(text) ? plain : Number.NaN;
  if (/^[+-]?inf(inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return Number(text.replace(/([\d.])\s*[dq]\s*/i, '$1e').replace(/([\d.])([+-]\d+)$/, '$1e$2'));
}
