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

/** Stands in a text where a link, span or image begins or ends. */
const EDGE = '\u0001';
const EDGES = /\u0001/g;
const EDGED = new Set([tags.A, tags.SPAN, tags.IMG]);

/**
 * Two outlines, ready to be compared: the second may have a space where the first has none at the edge of a link, span
 * or image, for the writer sets pieces of a line apart there. Nowhere else may it have one more, and nowhere one less.
 */
export function comparable(expected: Outline, actual: Outline): readonly [Outline, Outline] {
  const headings = actual.headings.map((heading, at) => withoutAdded(heading, expected.headings[at] ?? ''));
  return [
    {
      ...expected,
      text: withoutEdges(expected.text),
      headings: expected.headings.map(withoutEdges),
    },
    { ...actual, text: withoutAdded(actual.text, expected.text), headings },
  ];
}

/** A text without the spaces that another one does not have at an edge. */
function withoutAdded(edged: string, expected: string): string {
  const actual = withoutEdges(edged);
  let text = '';
  let at = 0;
  for (let index = 0; index < expected.length; index++) {
    const isAtEdge = expected[index] === EDGE;
    const next = /[^\u0001]/.exec(expected.slice(index, index + 100))?.[0];
    if (isAtEdge && actual[at] === ' ' && next !== ' ' && !text.endsWith(' ')) at++;
    if (!isAtEdge) text += actual[at++] ?? '';
  }
  return text + actual.slice(at);
}

function withoutEdges(text: string): string {
  return text.replace(EDGES, '');
}

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
    else if (tag === tags.PRE) outline.code.push(withoutEdges(text()).replace(/\n+$/, ''));
    else if (tag === tags.CODE && tree.tag[tree.parent[node]!] !== tags.PRE)
      outline.spans += withoutEdges(collapse(text()));
    else if (tag === tags.A && withoutEdges(collapse(text())) !== '')
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
      pieces.push(edgeOf(tree, open.pop()!));
    }
    const tag = tree.tag[node]!;
    if (tag === tags.TEXT) pieces.push(tree.text(node));
    if (tag < tags.FIRST_ELEMENT_TAG || (INLINE.has(tag) && !EDGED.has(tag))) continue;
    pieces.push(edgeOf(tree, node));
    open.push(node);
  }
  return pieces.join('');
}

function edgeOf(tree: Tree, node: number): string {
  return EDGED.has(tree.tag[node]!) ? EDGE : ' ';
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

/** One space for each stretch of white space, in front of the edges in it; none at the start and the end. */
function collapse(text: string): string {
  return text
    .replace(/\s[\s\u0001]*|\u0001[\s\u0001]*\s[\s\u0001]*/g, (space) => ` ${space.replace(/\s/g, '')}`)
    .replace(/^(\u0001*) /, '$1')
    .replace(/^ /, '')
    .replace(/ (\u0001*)$/, '$1');
}
