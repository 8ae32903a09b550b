import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** Packages that are plain JavaScript without Node. */
const portable = new Set(['zod', 'eta/core', 'fflate']);

it('the core entry reaches nothing that a browser lacks', () => {
  const foreign: string[] = [];
  const seen = new Set<string>();
  const visit = (file: string, trail: string[]): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, specifier] of source.matchAll(/^(?:import|export)(?! type)[^;]*?from '([^']+)'/gms)) {
      if (specifier.startsWith('.')) visit(join(dirname(file), specifier.replace(/\.js$/, '.ts')), [...trail, file]);
      else if (!portable.has(specifier)) foreign.push([...trail, file, specifier].join(' → '));
    }
  };
  visit('src/core.ts', []);
  expect(foreign).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
});
