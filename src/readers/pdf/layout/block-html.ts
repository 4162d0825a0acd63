import { escapeText } from '../../markup.ts';
import { advanceOf, LEAST_ADVANCE } from './advance.ts';
import { figureHtml } from './figure-html.ts';
import type { Block, ListItem } from './block.ts';
import { numberingDepth } from './headings/heading-levels.ts';
import { type InlineContext, inlineHtml } from './inline-html.ts';
import { printedTableHtml } from './tables/table.ts';
import type { TextLine } from './text-line.ts';

/** Indents that differ by more are levels of a list, points. */
const LEVEL_INDENT = 4;
const MAX_LEVELS = 20;
/** Indent of an entry of contents for each number in front of it but the first, points. */
const DEPTH_INDENT = 20;
/** Distance of baselines where no line tells it, points. */
const USUAL_PITCH = 12;
/** Empty lines in a row, and columns of an indent, that are written at most. */
const MAX_EMPTY = 2;
const MAX_COLUMN = 400;
/** Words of a line in another font whose place tells an indent: the number of the line, and the first behind it. */
const INDENT_WORDS = 2;

const BOX = /^[☐☑☒]$/;
const TICK = /^[✓✔✗✘]$/;

const LABELS: Readonly<Record<Block['type'], string>> = {
  paragraph: 'Paragraph',
  caption: 'Caption',
  formula: 'Formula',
  heading: 'Heading',
  list: 'List',
  contents: 'Table of contents',
  table: 'Table',
  code: 'Code',
  footnote: 'Footnote',
  figure: 'Figure',
  header: 'Page header',
  footer: 'Page footer',
};

export function labelOf(block: Block): string {
  return block.type === 'heading' ? `Heading ${block.level}` : LABELS[block.type];
}

/** HTML of a block; empty for what is not part of the text. Footnotes become items of a list. */
export function blockHtml(block: Block, context: InlineContext, noteId: (label: string) => string): string {
  switch (block.type) {
    case 'heading': {
      const text = inlineHtml(block.lines, { ...context, isBoldIgnored: true, isItalicIgnored: true });
      return text === '' ? '' : `<h${block.level}>${text}</h${block.level}>`;
    }
    case 'paragraph':
    case 'caption':
    case 'formula':
      return `<p>${inlineHtml(block.lines, context)}</p>`;
    case 'list':
      return listHtml(block.items, context);
    case 'contents':
      return contentsHtml(block.lines, context);
    case 'table':
      return printedTableHtml(block.table, context);
    case 'code':
      return `<pre><code>${escapeText(codeText(block.lines))}</code></pre>`;
    case 'footnote':
      return `<li id="${noteId(block.label)}">${inlineHtml(block.lines, context)}</li>`;
    case 'figure':
      return block.image === undefined ? '' : figureHtml([block.image], '');
    case 'header':
    case 'footer':
      return '';
  }
}

/** Items as nested lists: an item further to the right belongs to the one above it. */
function listHtml(items: readonly ListItem[], context: InlineContext): string {
  const parts: string[] = [];
  const open: { left: number; tag: 'ul' | 'ol' }[] = [];
  // Where all items have the same tick, it is a bullet.
  const hasTicks = new Set(items.map(({ mark }) => (TICK.test(mark) ? mark : ''))).size > 1;
  for (const item of items) {
    const isNumbered = /^\d+[.)]$/.test(item.mark);
    const tag = isNumbered ? 'ol' : 'ul';
    while (open.length > 1 && item.left < (open.at(-1) as { left: number }).left - LEVEL_INDENT) {
      parts.push(`</li></${open.pop()?.tag}>`);
    }
    const last = open.at(-1);
    if (last === undefined || (item.left > last.left + LEVEL_INDENT && open.length < MAX_LEVELS)) {
      parts.push(openList(tag, item.mark));
      open.push({ left: item.left, tag });
    } else if (last.tag !== tag) {
      parts.push(`</li></${last.tag}>`, openList(tag, item.mark));
      last.tag = tag;
    } else {
      parts.push('</li>');
    }
    parts.push(`<li>${isNumbered ? '' : markHtml(item.mark, hasTicks)}${inlineHtml(item.lines, context)}`);
  }
  while (open.length > 0) parts.push(`</li></${open.pop()?.tag}>`);
  return parts.join('');
}

/** The mark of an item as far as it says something. */
function markHtml(mark: string, hasTicks: boolean): string {
  if (BOX.test(mark)) return `<input type="checkbox"${mark === '☐' ? '' : ' checked'} disabled> `;
  const isKept = TICK.test(mark) ? hasTicks : /[\p{L}\p{N}]/u.test(mark) && mark !== 'o';
  return isKept ? `${escapeText(mark)} ` : '';
}

function openList(tag: 'ul' | 'ol', mark: string): string {
  const start = Number.parseInt(mark, 10);
  return tag === 'ol' && start > 1 ? `<ol start="${start}">` : `<${tag}>`;
}

/** Entries of a table of contents without the dots that lead to their page numbers. */
function contentsHtml(lines: readonly TextLine[], context: InlineContext): string {
  const items: ListItem[] = [];
  const plain = { ...context, isBoldIgnored: true };
  const add = (entry: TextLine[]): void => {
    items.push({ mark: '', lines: entry, left: entry[0]!.box.left });
  };
  let open: TextLine[] = [];
  for (const line of lines) {
    const words = line.words
      .map((word) =>
        /[.…·_]{3,}/.test(word.text) ? { ...word, text: word.text.replace(/[.…·_]{3,}/g, '') } : word,
      )
      .filter(({ text }) => text !== '' && !/^[.…·_]+$/.test(text));
    if (words.length === 0) continue;
    open.push({ ...line, words });
    if (!/(?:\d|[ivxlc]{1,6})$/i.test(line.text)) continue;
    add(open);
    open = [];
  }
  if (open.length > 0) add(open);
  return listHtml(byDepth(items), plain);
}

/** Entries that all begin at one edge stand below one another by their numbers. */
function byDepth(items: ListItem[]): ListItem[] {
  const lefts = items.map(({ left }) => left);
  if (Math.max(...lefts) - Math.min(...lefts) > LEVEL_INDENT) return items;
  return items.map((item) => {
    const depth = numberingDepth(item.lines.map(({ text }) => text).join(' '));
    return { ...item, left: Math.max(depth - 1, 0) * DEPTH_INDENT };
  });
}

/** Lines with their indents and the empty lines between them. */
function codeText(lines: readonly TextLine[]): string {
  const left = Math.min(...lines.map(({ box }) => box.left));
  const width = advanceOf(lines);
  const pitches = lines
    .slice(1)
    .map((line, index) => line.baseline - lines[index]!.baseline)
    .filter((pitch) => pitch > 0);
  const pitch = pitches.toSorted((a, b) => a - b)[pitches.length >> 2] ?? USUAL_PITCH;
  const text: string[] = [];
  let before: TextLine | undefined;
  for (const line of lines) {
    const empty = before === undefined ? 0 : Math.round((line.baseline - before.baseline) / pitch) - 1;
    for (let count = 0; count < Math.min(empty, MAX_EMPTY); count++) text.push('');
    let row = '';
    for (const [index, word] of line.words.entries()) {
      // In other fonts only the indent tells something, also the one behind the number of the line.
      const isIndent = line.isMonospaced || index < INDENT_WORDS;
      const column = isIndent ? Math.round((word.box.left - left) / Math.max(width, LEAST_ADVANCE)) : 0;
      const isJoined = row !== '' && !word.hasSpaceBefore && column <= row.length + 1;
      if (!isJoined)
        row = row.padEnd(Math.min(Math.max(column, row === '' ? 0 : row.length + 1), MAX_COLUMN));
      row += word.text;
    }
    text.push(row.trimEnd());
    before = line;
  }
  return text.join('\n');
}
