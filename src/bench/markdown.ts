import { digits } from '../report/format.js';
import { type Comparison, compare, geomean, latest, speedUp } from './compare.js';
import { familyOf } from './family.js';
import { markdownTable } from './markdownTable.js';
import type { Notes } from './notes.js';
import type { BenchRecord, BenchWinner } from './record.js';

/** Bytes a second that a copy reaches, measured; see results/README.md. */
const bandwidths: readonly [RegExp, number][] = [[/H200/, 4.3e12]];
const mostWorst = 5;

/** A record that is a result. */
type Measured = BenchRecord & Required<Pick<BenchRecord, 'best' | 'matrix'>>;

interface Row {
  readonly record: Measured;
  readonly compared: Comparison;
}

/** Records of one device, dtype and storage of values: the last of each matrix. */
interface Group {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly failures: readonly BenchRecord[];
}

/** The whole page of results. */
export function resultsPage(records: readonly BenchRecord[], notes: Notes): string {
  const groups = groupsOf(records);
  const parts = [
    '# Results',
    'Written by `npm run results` from the `.jsonl` files here; the explanations are in `notes.md`. Times are microseconds a',
    'multiplication, launch and clearing of y included. "Cold" rotates through more memory than the cache holds. The',
    'best format is the fastest of all that cuSPARSE has: what a perfect selector would take. "Bytes" counts values,',
    'indices, x and y once; "roofline" is the share of the measured copy bandwidth that moving them once in that time',
    'takes, over 100% where they come from the cache.',
  ];
  const page = [parts[0], parts.slice(1).join('\n')];
  if (notes.preface) page.push(notes.preface);
  if (groups.length === 0) page.push('No measurements yet.');
  for (const group of groups) page.push(...groupSections(group, notes));
  return `${page.join('\n\n')}\n`;
}

/** A few lines for the README: a table of devices. */
export function resultsSummary(records: readonly BenchRecord[]): string {
  const groups = groupsOf(records).filter(({ rows }) => rows.some(({ record }) => !record.software));
  if (groups.length === 0) return 'No measurements are in `results/` yet.';
  const head = ['device', 'matrices', 'over cuSPARSE CSR', 'over its best format', 'slower on', 'novel designs'];
  const rows = groups.map(({ title, rows }) => {
    const ratios = ratiosOf(rows, 'vendorBest');
    return [
      title,
      `${rows.length}`,
      times(geomean(ratiosOf(rows, 'vendorDefault'))),
      times(geomean(ratios)),
      ratios.length === 0 ? '-' : `${ratios.filter((ratio) => ratio < 1).length}`,
      `${rows.filter(({ record }) => record.best.novel).length}`,
    ];
  });
  return [
    markdownTable(head, rows),
    '',
    'Geometric means of the speed-up with warm caches. Every matrix, the losses and why: [results](results/README.md).',
  ].join('\n');
}

/** Replaces what lies between the two marks of a text. Throws when they are not there. */
export function replaceBlock(text: string, name: string, content: string): string {
  const block = new RegExp(`(<!-- ${name}:begin[^>]*-->\\n)[^]*?(\\n<!-- ${name}:end -->)`);
  if (!block.test(text)) throw new Error(`the text has no <!-- ${name}:begin --> … <!-- ${name}:end -->`);
  return text.replace(block, (_all, begin: string, end: string) => begin + content + end);
}

function groupsOf(records: readonly BenchRecord[]): Group[] {
  const groups = new Map<string, { rows: Row[]; failures: BenchRecord[] }>();
  for (const record of latest(records)) {
    const stored = record.valueStorage ? `, values stored as ${record.valueStorage}, those of cuSPARSE not` : '';
    const title = `${record.device} (${record.backend}, ${record.dtype}${stored})`;
    const group = groups.get(title) ?? { rows: [], failures: [] };
    groups.set(title, group);
    const compared = compare(record);
    if (isMeasured(record) && compared) group.rows.push({ record, compared });
    else group.failures.push(record);
  }
  return [...groups].map(([title, group]) => ({ title, ...group }));
}

function isMeasured(record: BenchRecord): record is Measured {
  return record.best !== undefined && record.matrix !== undefined;
}

function groupSections({ title, rows, failures }: Group, notes: Notes): string[] {
  const sections = [`## ${title}`];
  if (rows.length > 0) {
    const budgets = [...new Set(rows.map(({ record }) => `${record.budgetMs / 1000} s`))].join(', ');
    const drivers = [...new Set(rows.map(({ record }) => record.driver))].join('; ');
    sections.push(`${rows.length} matrices; ${drivers}; ${budgets} of search each.`);
    if (rows.some(({ record }) => record.software)) sections.push('A CPU that plays GPU: these times mean nothing.');
    sections.push(means(rows).join('\n'), tableOf(rows), ...worstOf(rows, notes));
  }
  if (failures.length > 0) {
    const lines = failures.map(({ source, error }) => `- ${source}: ${firstLine(error ?? 'no result')}`);
    sections.push(`### Not measured\n\n${lines.join('\n')}`);
  }
  return sections;
}

function means(rows: readonly Row[]): string[] {
  const lines: string[] = [];
  const add = (label: string, ratios: readonly number[]) => {
    if (ratios.length === 0) return;
    const wins = ratios.filter((ratio) => ratio >= 1).length;
    lines.push(`- ${label}: ${times(geomean(ratios))}; ${wins} wins, ${ratios.length - wins} losses`);
  };
  add('over cuSPARSE CSR default', ratiosOf(rows, 'vendorDefault'));
  add('over the best format of cuSPARSE', ratiosOf(rows, 'vendorBest'));
  add('the same with cold caches', rows.map(coldRatio).filter(isKnown));
  add('over the best known design in our own code', ratiosOf(rows, 'seedBest'));
  const wgsl = rows.flatMap(({ record: { webgpu, best } }) =>
    webgpu && 'timeUs' in webgpu ? [webgpu.timeUs / best.timeUs] : [],
  );
  if (wgsl.length > 0) lines.push(`- WebGPU takes ${times(geomean(wgsl))} as long as CUDA (${wgsl.length} matrices)`);
  const novel = rows.filter(({ record }) => record.best.novel).length;
  lines.push(`- designs that no known format has: ${novel} of ${rows.length}`);
  return lines;
}

function tableOf(rows: readonly Row[]): string {
  const withVendor = rows.some(({ compared }) => compared.vendorDefault);
  const withWebgpu = rows.some(({ record }) => record.webgpu);
  const head = [
    ...['matrix', 'nnz', 'warm', 'cold', 'design'],
    ...(withVendor ? ['CSR default', 'best format', 'x default', 'x best', 'x best, cold'] : []),
    ...['x best seed', 'bytes/nnz', 'roofline'],
    ...(withWebgpu ? ['WebGPU'] : []),
  ];
  const cells = rows.map(({ record, compared }) => {
    const { best, matrix, webgpu } = record;
    const { vendorDefault, vendorBest, seedBest } = compared;
    const vendor = [
      number(vendorDefault?.timeUs),
      vendorBest ? `${number(vendorBest.timeUs)} ${vendorBest.name.replace('cusparse-', '')}` : '-',
      number(speedUp(best.timeUs, vendorDefault)),
      number(speedUp(best.timeUs, vendorBest)),
      number(coldRatio({ record, compared })),
    ];
    return [
      ...[matrix.name, matrix.nnz.toLocaleString('en-US'), number(best.timeUs), number(best.coldUs), designOf(best)],
      ...(withVendor ? vendor : []),
      ...[number(speedUp(best.timeUs, seedBest)), number(best.bytesPerNnz), roofline(record)],
      ...(withWebgpu ? [webgpu && 'timeUs' in webgpu ? number(webgpu.timeUs) : '-'] : []),
    ];
  });
  return markdownTable(head, cells);
}

/** The matrices with the least gain over the best format, each with what the notes say of it. */
function worstOf(rows: readonly Row[], notes: Notes): string[] {
  const ranked = rows
    .map(({ record, compared }) => ({ record, compared, ratio: speedUp(record.best.timeUs, compared.vendorBest) }))
    .filter((row): row is typeof row & { ratio: number } => row.ratio !== undefined)
    .sort((a, b) => a.ratio - b.ratio);
  if (ranked.length === 0) return [];
  const parts = ranked.slice(0, mostWorst).map(({ record, compared, ratio }) => {
    const name = record.matrix.name;
    const facts = `${times(ratio)} against ${compared.vendorBest?.name}: ${number(record.best.timeUs)} µs by ${designOf(record.best)}`;
    return `**${name}** ${facts}. ${notes.sections.get(name) ?? 'Not explained yet.'}`;
  });
  return ['### The worst five', ...parts];
}

function designOf({ graph, novel }: BenchWinner): string {
  return novel ? 'novel' : (familyOf(graph) ?? 'novel');
}

function roofline({ device, best }: Measured): string {
  const bandwidth = bandwidths.find(([name]) => name.test(device))?.[1];
  if (bandwidth === undefined) return '-';
  return `${Math.round((100 * best.bytes) / bandwidth / (best.timeUs * 1e-6))}%`;
}

function coldRatio({ record, compared }: Row): number | undefined {
  const [ours, theirs] = [record.best.coldUs, compared.vendorBestColdUs];
  return ours && theirs ? theirs / ours : undefined;
}

function ratiosOf(rows: readonly Row[], key: 'vendorDefault' | 'vendorBest' | 'seedBest'): number[] {
  return rows.map(({ compared }) => speedUp(compared.timeUs, compared[key])).filter(isKnown);
}

function isKnown(value: number | undefined): value is number {
  return value !== undefined;
}

function number(value: number | undefined): string {
  return value === undefined ? '-' : digits(value);
}

function times(ratio: number | undefined): string {
  return ratio === undefined ? '-' : `${ratio.toFixed(2)}x`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0];
}
