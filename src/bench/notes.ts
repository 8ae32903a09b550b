/** Hand-written text about results: a preface, and sections by the name of a matrix. */
export interface Notes {
  readonly preface: string;
  readonly sections: ReadonlyMap<string, string>;
}

/** Takes a Markdown file apart at its second-level headings. A first-level heading is dropped. */
export function parseNotes(text: string): Notes {
  const [preface, ...parts] = text.split(/^## +/m);
  const sections = parts.map((part): [string, string] => {
    const end = part.indexOf('\n');
    return end < 0 ? [part.trim(), ''] : [part.slice(0, end).trim(), part.slice(end).trim()];
  });
  return { preface: preface.replace(/^# .*$/m, '').trim(), sections: new Map(sections) };
}
