/** Rows of cells as lines with aligned columns. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((max, row) => {
    return row.map((cell, i) => Math.max(max[i] ?? 0, cell.length));
  }, []);
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]))
      .join('  ')
      .trimEnd(),
  );
}
