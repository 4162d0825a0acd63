import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseHtml } from '../../../src/html/parse.ts';
import * as tags from '../../../src/html/tags.ts';
import type { Tree } from '../../../src/html/tree.ts';

export interface Heading {
  level: number;
  text: string;
}

/** A cell of a grid; one that a span covers holds what the spanning cell says, as writers either repeat it or leave it out. */
export interface GridCell {
  text: string;
  isCovered: boolean;
}

/** A table with all its rows equally long. */
export type Grid = GridCell[][];

/** What is compared of a document. */
export interface DocumentStructure {
  /** In reading order, white space collapsed; marks of footnotes are left out, their texts are not. */
  text: string;
  headings: Heading[];
  /** Tables within tables are text of the outer cell only. */
  tables: Grid[];
  /** Texts of headings, paragraphs, items of lists and the like outside tables. */
  blocks: string[];
  /** What is linked, and where to. */
  links: string[];
}

const MAX_SPAN = 200;
const INLINE = new Set([
  tags.A,
  tags.ABBR,
  tags.B,
  tags.CODE,
  tags.DEL,
  tags.EM,
  tags.I,
  tags.IMG,
  tags.INPUT,
  tags.KBD,
  tags.MARK,
  tags.S,
  tags.SPAN,
  tags.STRONG,
  tags.SUB,
  tags.SUP,
]);

export function structureOfMarkdown(markdown: string): DocumentStructure {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  return structureOfHtml(html);
}

export function structureOfHtml(html: string): DocumentStructure {
  const tree = parseHtml(html);
  const runs = runsOf(tree, 0, false);
  const structure: DocumentStructure = {
    text: collapse(textOf(tree, 0)),
    headings: [],
    tables: [],
    blocks: runs.map(collapse).filter((text) => text !== ''),
    links: [],
  };
  let insideTable = 0;
  for (let node = 1; node < tree.length; node++) {
    const tag = tree.tag[node]!;
    if (tag >= tags.H1 && tag <= tags.H6 && !isSurroundings(tree, node)) {
      const text = collapse(textOf(tree, node));
      if (text !== '') structure.headings.push({ level: tag - tags.H1 + 1, text });
    }
    const href = tag === tags.A ? tree.attribute(node, 'href') : undefined;
    if (href !== undefined && !href.startsWith('#'))
      structure.links.push(`${collapse(textOf(tree, node))} ${href}`);
    if (tag === tags.TABLE && node >= insideTable) {
      insideTable = tree.end[node]!;
      const grid = gridOf(tree, node);
      if (grid.length > 0) structure.tables.push(grid);
    }
  }
  return structure;
}

/** Text as it is compared: without what is not seen, blanks in one form. */
function collapse(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A mark of a footnote, a link back from one, or the title that renderers put above them. */
function isSurroundings(tree: Tree, node: number): boolean {
  const tag = tree.tag[node]!;
  if (tag === tags.SUP) return /^\[?\d{1,3}\]?$/.test(tree.text(firstText(tree, node)).trim());
  if (tag === tags.A) return tree.attribute(node, 'data-footnote-backref') !== undefined;
  return tree.attribute(node, 'id') === 'footnote-label';
}

function firstText(tree: Tree, node: number): number {
  let at = node;
  while (at + 1 < tree.end[node]! && tree.tag[at] !== tags.TEXT) at++;
  return at;
}

function textOf(tree: Tree, root: number): string {
  return runsOf(tree, root, true).join(' ');
}

/** The text below a node, cut where a block begins or ends. */
function runsOf(tree: Tree, root: number, hasTables: boolean): string[] {
  const runs: string[] = [];
  let pieces: string[] = [];
  const open: number[] = [];
  const stop = tree.end[root]!;
  const cut = (): void => {
    if (pieces.length > 0) runs.push(pieces.join(''));
    pieces = [];
  };
  for (let node = root; node < stop; node++) {
    while (open.length > 0 && node >= tree.end[open.at(-1)!]!) {
      open.pop();
      cut();
    }
    const tag = tree.tag[node]!;
    if (tag === tags.TEXT) pieces.push(tree.text(node));
    if (tag === tags.BR) pieces.push(' ');
    if (tag < tags.FIRST_ELEMENT_TAG) continue;
    if (isLeftOut(tree, node, root) || (!hasTables && tag === tags.TABLE)) {
      cutUnlessSup(tag);
      node = tree.end[node]! - 1;
    } else if (!INLINE.has(tag)) {
      cut();
      open.push(node);
    }
  }
  cut();
  return runs;

  /** A mark in a sentence does not end it. */
  function cutUnlessSup(tag: number): void {
    if (!INLINE.has(tag)) cut();
  }
}

function isLeftOut(tree: Tree, node: number, root: number): boolean {
  const tag = tree.tag[node]!;
  return (
    tag === tags.HEAD ||
    tag === tags.STYLE ||
    tag === tags.SCRIPT ||
    (node !== root && isSurroundings(tree, node))
  );
}

function gridOf(tree: Tree, table: number): Grid {
  const grid: GridCell[][] = [];
  let row = -1;
  const stop = tree.end[table]!;
  for (let node = table + 1; node < stop; node++) {
    const tag = tree.tag[node]!;
    if (tag === tags.TR) {
      row++;
      grid[row] ??= [];
    } else if ((tag === tags.TD || tag === tags.TH) && row >= 0) {
      placeCell(grid, row, {
        text: collapse(textOf(tree, node)),
        columns: spanOf(tree.attribute(node, 'colspan')),
        rows: spanOf(tree.attribute(node, 'rowspan')),
      });
      // Tables in it are its text.
      node = tree.end[node]! - 1;
    }
  }
  return complete(grid.slice(0, row + 1));
}

function placeCell(
  grid: GridCell[][],
  row: number,
  cell: { text: string; columns: number; rows: number },
): void {
  const { text } = cell;
  let column = 0;
  while (grid[row]?.[column] !== undefined) column++;
  for (let down = 0; down < cell.rows; down++) {
    const line = (grid[row + down] ??= []);
    for (let right = 0; right < cell.columns; right++) {
      line[column + right] = { text, isCovered: down + right > 0 };
    }
  }
}

/** Fills up short rows; rows without any text are left out, as Markdown writers do. */
function complete(grid: readonly GridCell[][]): Grid {
  const columns = Math.max(0, ...grid.map((row) => row.length));
  return grid
    .map((row) =>
      Array.from({ length: columns }, (_, column) => row[column] ?? { text: '', isCovered: false }),
    )
    .filter((row) => row.some(({ text }) => text !== ''));
}

function spanOf(value: string | undefined): number {
  const span = Number.parseInt(value ?? '1', 10);
  return span >= 1 ? Math.min(span, MAX_SPAN) : 1;
}
