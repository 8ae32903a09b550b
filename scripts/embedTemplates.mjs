// Embeds every template into a TypeScript module, so that the package and the browser bundle need no file system.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'src/codegen/templateSources.ts');

/** Writes src/codegen/templateSources.ts when the templates differ from what it holds. Returns whether it wrote. */
export function embedTemplates() {
  const folder = join(root, 'templates');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.eta'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const entries = files.map((file) => {
    const key = relative(folder, file).split(sep).join('/').slice(0, -'.eta'.length);
    return `  ${JSON.stringify(key)}: ${JSON.stringify(readFileSync(file, 'utf8'))},\n`;
  });
  const text = `// Written by scripts/embedTemplates.mjs from templates/. Edit those instead.
/** Every template by its path under templates/, without the extension: 'wgsl/skeleton'. */
export const templateSources: Readonly<Record<string, string>> = {\n${entries.join('')}};\n`;
  if (text === readIfThere(output)) return false;
  mkdirSync(dirname(output), { recursive: true });
  // A rename, since test workers and the compiler may be reading the old one.
  const draft = `${output}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, output);
  return true;
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) embedTemplates();
