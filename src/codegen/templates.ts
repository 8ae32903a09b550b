import { Eta } from 'eta/core';
import { AlphaSparseError } from '../errors.js';
import type { Language } from './kernelSource.js';
import { templateSources } from './templateSources.js';

const eta = new Eta({ autoEscape: false, autoTrim: false, useWith: false });
const loaded = new Set<string>();

/** Renders `templates/<language>/<name>.eta`. A name that the view lacks throws instead of printing `undefined`. */
export function render(language: Language, name: string, view: object): string {
  const key = `${language}/${name}`;
  if (!loaded.has(key)) {
    const source = templateSources[key];
    if (source === undefined) throw new AlphaSparseError('internal', `there is no template ${key}`);
    eta.loadTemplate(`@${key}`, source);
    loaded.add(key);
  }
  return eta.render(`@${key}`, strict(view, key));
}

/** Eta prints `undefined` for a missing name; in generated code that must be an error here, not one on the device. */
function strict<T extends object>(view: T, template: string): T {
  return new Proxy(view, {
    get(target, property, receiver) {
      if (typeof property === 'string' && !(property in target)) {
        throw new AlphaSparseError('internal', `template ${template} reads ${property}, which its view does not have`);
      }
      return Reflect.get(target, property, receiver);
    },
  });
}

/** Indents generated code by its braces and drops the lines that templates leave empty. */
export function indent(code: string): string {
  let depth = 0;
  const lines: string[] = [];
  for (const raw of code.split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    const opens = (line.match(/\{/g) ?? []).length;
    const closes = (line.match(/\}/g) ?? []).length;
    if (line.startsWith('}')) depth--;
    lines.push('  '.repeat(Math.max(depth, 0)) + line);
    depth += opens - closes + (line.startsWith('}') ? 1 : 0);
  }
  return `${lines.join('\n')}\n`;
}
