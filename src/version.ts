import { readFileSync } from 'node:fs';

/** Version of the package: also that of what turns graphs into kernels. */
export function packageVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
