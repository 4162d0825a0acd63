import * as tags from '../../src/html/tags.ts';
import type { Tree } from '../../src/html/tree.ts';

/** What a page says and how it is built, in a form in which a page and its Markdown, rendered, can be compared. */
export interface Outline {
  /** All text in order, white space collapsed. */
  text: string;
  /** `h2 Title` for each heading. */
  headings: string[];
  listItems: number;
  /** Starts of the numbered lists. */
  starts: number[];
  /** Number of cells of each row. */
  rows: number[];
  code: string[];
  /** All inline code; spans that touch are one. */
  spans: string;
  links: string[];
  images: string[];
  quotes: number;
}

const INLINE = new Set([
  tags.A,
  tags.ABBR,
  tags.B,
  tags.CODE,
  tags.DEL,
  tags.EM,
  tags.I,
  tags.KBD,
  tags.S,
  tags.SPAN,
  tags.STRONG,
  tags.SUB,
  tags.SUP,
  tags.IMG,
  tags.INPUT,
  tags.MARK,
]);

export function outlineOf(tree: Tree): Outline {
  const outline: Outline = {
    text: collapse(textOf(tree, 0)),
    headings: [],
    listItems: 0,
    starts: [],
    rows: [],
    code: [],
    spans: '',
    links: [],
    images: [],
    quotes: 0,
  };
  for (let node = 1; node < tree.length; node++) {
    const tag = tree.tag[node]!;
    if (tag < tags.FIRST_ELEMENT_TAG) continue;
    const text = (): string => textOf(tree, node);
    if (isHeading(tag)) outline.headings.push(`${tree.name(node)} ${collapse(text())}`);
    else if (tag === tags.LI) outline.listItems++;
    else if (tag === tags.OL) outline.starts.push(Number(tree.attribute(node, 'start') ?? '1'));
    else if (tag === tags.TR) outline.rows.push(countCells(tree, node));
    else if (tag === tags.PRE) outline.code.push(text().replace(/\n+$/, ''));
    else if (tag === tags.CODE && tree.tag[tree.parent[node]!] !== tags.PRE)
      outline.spans += collapse(text());
    else if (tag === tags.A && collapse(text()) !== '')
      outline.links.push(address(tree.attribute(node, 'href')));
    else if (tag === tags.IMG)
      outline.images.push(`${tree.attribute(node, 'alt')} ${tree.attribute(node, 'src')}`);
    else if (tag === tags.BLOCKQUOTE) outline.quotes++;
  }
  return outline;
}

function isHeading(tag: number): boolean {
  return tag >= tags.H1 && tag <= tags.H6;
}

function textOf(tree: Tree, root: number): string {
  const pieces: string[] = [];
  const open: number[] = [];
  for (let node = root + 1; node < tree.end[root]!; node++) {
    while (open.length > 0 && node >= tree.end[open.at(-1)!]!) {
      open.pop();
      pieces.push(' ');
    }
    const tag = tree.tag[node]!;
    if (tag === tags.TEXT) pieces.push(tree.text(node));
    if (tag < tags.FIRST_ELEMENT_TAG || INLINE.has(tag)) continue;
    pieces.push(' ');
    open.push(node);
  }
  return pieces.join('');
}

function countCells(tree: Tree, row: number): number {
  let cells = 0;
  for (let node = row + 1; node < tree.end[row]!; node = tree.end[node]!) {
    if (tree.tag[node] === tags.TD || tree.tag[node] === tags.TH) cells++;
  }
  return cells;
}

/** Renderers choose freely what they percent-encode. */
function address(url = ''): string {
  return url.replace(/%[\dA-F]{2}/gi, (escaped) =>
    String.fromCharCode(Number.parseInt(escaped.slice(1), 16)),
  );
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
