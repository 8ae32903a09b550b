import { AlphaSparseError } from '../errors.js';

/** Below this many decompressed bytes any ratio is fine: it cannot hurt. */
const harmlessBytes = 2 ** 30;
/** Matrix files shrink 2 to 20 times; deflate can reach 1032. */
const maxRatio = 200;

/** Refuses decompression bombs: throws 'input' past 1 GiB that expanded more than 200 times. */
export function checkExpansion(file: string, compressed: number, expanded: number): void {
  if (expanded <= harmlessBytes || expanded <= maxRatio * compressed) return;
  throw new AlphaSparseError(
    'input',
    `${file}: ${compressed} compressed bytes expand to ${expanded} or more: refused as a decompression bomb`,
    `Past ${harmlessBytes} bytes at most ${maxRatio} times the compressed size is accepted; decompress it yourself.`,
  );
}
