/** Markup that is safe to insert as it is. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** Markup from a template; whatever is not `Html` itself is escaped. Undefined and false leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: strings.reduce((text, next, i) => text + markupOf(parts[i - 1]) + next) };
}

/** Markup that was made elsewhere, such as an SVG picture. */
export function raw(markup: string): Html {
  return { markup };
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(`${part}`);
  return 'markup' in part ? part.markup : part.map(markupOf).join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character]);
}
