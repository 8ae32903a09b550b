/** What a stream of bytes holds. */
export type Format = 'gzip' | 'zip' | 'tar' | 'matrixMarket' | 'harwellBoeing' | 'smtx' | 'unknown';

/** Bytes that `detectFormat` wants to see: a tar header, or the first lines of a text format. */
export const headBytes = 1024;

/** Tells formats apart by their first bytes; names and extensions do not matter. */
export function detectFormat(head: Uint8Array): Format {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  const text = new TextDecoder('latin1').decode(head.subarray(0, headBytes));
  if (text.startsWith('PK\x03\x04') || text.startsWith('PK\x05\x06')) return 'zip';
  if (text.slice(257, 262) === 'ustar') return 'tar';
  if (/^(\xef\xbb\xbf)?\s*%/.test(text)) return 'matrixMarket';
  if (/^\s*\d+[ \t]*,[ \t]*\d+[ \t]*,[ \t]*\d+[ \t]*\r?\n/.test(text)) return 'smtx';
  const lines = text.split('\n');
  if (/^[rcipqx][suhzr][ae]\s/i.test(lines[2] ?? '') && /^\s*\d/.test(lines[1])) return 'harwellBoeing';
  return 'unknown';
}
