import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of the running test, removed when that ends. */
export function tempFolder(label: string): string {
  const folder = mkdtempSync(join(tmpdir(), `alphasparse-${label}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
