/** A time in the unit that reads best: `45.3 µs`, `1.20 ms`. */
export function formatMicroseconds(us: number): string {
  if (!Number.isFinite(us)) return '-';
  if (us >= 1e6) return `${digits(us / 1e6)} s`;
  if (us >= 1e3) return `${digits(us / 1e3)} ms`;
  return `${digits(us)} µs`;
}

/** Whole seconds, as `75 s` or `12 min`. */
export function formatSeconds(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** `17,758`, whatever the locale. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1.20 MB`, in powers of ten. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return power === 0 ? `${bytes} B` : `${digits(bytes / 10 ** (3 * power))} ${units[power]}`;
}

/** Three significant digits. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '-';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** `17,758 x 17,758, 126,150 entries`. */
export function formatSize({ rows, cols, nnz }: { rows: number; cols: number; nnz: number }): string {
  return `${formatCount(rows)} x ${formatCount(cols)}, ${formatCount(nnz)} ${nnz === 1 ? 'entry' : 'entries'}`;
}
