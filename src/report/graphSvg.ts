import type { Graph, GraphNode } from '../graph/graph.js';
import { operatorNamed } from '../operators/index.js';
import type { Stage } from '../operators/operator.js';
import { shownParams } from './graphText.js';

/** Plain colours, since programs that draw SVG files know no style sheet. A page gives the stages' classes its own. */
const colours: Readonly<Record<Stage | 'unknown', string>> = {
  converting: '#dbe9ff',
  mapping: '#def3dc',
  implementing: '#ffe9cf',
  unknown: '#f4d4d4',
};
const font = 13;
const characterWidth = 7.8;
const lineHeight = 17;
const padding = 8;
const gap = 18;

/** A piece of the drawing, laid out from its own corner. */
interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Where lines from above arrive. */
  readonly centre: number;
  readonly svg: string;
}

/** A graph as an SVG picture: operators from top to bottom, branches side by side, one colour a stage. */
export function graphSvg(graph: Graph): string {
  const { width, height, svg } = drawChain(graph);
  const [w, h] = [Math.ceil(width + 2 * gap), Math.ceil(height + 2 * gap)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="monospace" font-size="${font}">
<rect width="100%" height="100%" class="paper" fill="white"/>
${moved(svg, gap, gap)}
</svg>
`;
}

function drawChain(graph: Graph): Drawing {
  const parts = graph.map(drawNode);
  const centre = Math.max(0, ...parts.map((part) => part.centre));
  const right = Math.max(0, ...parts.map((part) => part.width - part.centre));
  let y = 0;
  const pieces = parts.map((part, i) => {
    const piece = moved(part.svg, centre - part.centre, y);
    y += part.height + gap;
    return i === 0 ? piece : line(centre, y - part.height - 2 * gap, centre, y - part.height - gap) + piece;
  });
  return { width: centre + right, height: Math.max(0, y - gap), centre, svg: pieces.join('\n') };
}

function drawNode(node: GraphNode): Drawing {
  const box = drawBox(node);
  if (!node.branches?.length) return box;
  const branches = node.branches.map(drawChain);
  const total = branches.reduce((sum, branch) => sum + branch.width, gap * (branches.length - 1));
  const width = Math.max(box.width, total);
  const below = box.height + 2 * gap;
  let x = (width - total) / 2;
  const pieces = branches.map((branch) => {
    const from = width / 2;
    const piece = line(from, box.height, x + branch.centre, below) + moved(branch.svg, x, below);
    x += branch.width + gap;
    return piece;
  });
  return {
    width,
    height: below + Math.max(...branches.map((branch) => branch.height)),
    centre: width / 2,
    svg: [moved(box.svg, (width - box.width) / 2, 0), ...pieces].join('\n'),
  };
}

function drawBox(node: GraphNode): Drawing {
  const lines = [node.op, ...shownParams(node)];
  const width = Math.max(...lines.map((text) => text.length)) * characterWidth + 2 * padding;
  const height = lines.length * lineHeight + padding;
  const stage = operatorNamed(node.op)?.stage ?? 'unknown';
  const texts = lines.map((text, i) => {
    const weight = i === 0 ? ' font-weight="bold"' : '';
    return `<text x="${padding}" y="${padding / 2 + font + i * lineHeight}"${weight}>${escaped(text)}</text>`;
  });
  const rect = `<rect width="${width}" height="${height}" rx="5" class="${stage}" fill="${colours[stage]}" stroke="#667"/>`;
  return { width, height, centre: width / 2, svg: [rect, ...texts].join('') };
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#667"/>`;
}

function moved(svg: string, x: number, y: number): string {
  return `<g transform="translate(${x} ${y})">${svg}</g>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
