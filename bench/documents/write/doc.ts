import {
  buildDoc,
  type DocParagraph,
  type DocRun,
  type DocStyle,
  sprm,
  u16,
  u32,
  utf16,
} from '../../../test/support/documents/build-doc.ts';
import { CELL, definition, IN_TABLE, ROW_END, SPECIAL } from '../../../test/support/documents/doc-parts.ts';
import type { BenchDocument, Block, Inline, ListBlock, TableBlock } from '../model.ts';
import { layOut, type Place } from './table-grid.ts';

const QUOTE = 5;
const CAPTION = 6;
const CODE = 7;
const COURIER = sprm(0x4a4f, ...u16(1));
const COLUMN_WIDTH = 1_800;
const LEVELS = 3;
const BULLETS = 1;
/** Places of structures in the FIB ([MS-DOC] 2.5.6). */
const FOOTNOTE_REFERENCES = 2;
const FOOTNOTE_TEXTS = 3;
const LISTS = 73;
const OVERRIDES = 74;

const STYLES: readonly DocStyle[] = [
  { name: 'Normal', builtIn: 0 },
  ...[1, 2, 3, 4].map((level) => ({
    name: `heading ${level}`,
    builtIn: level,
    base: 0,
    characterSprms: sprm(0x0835, 1),
  })),
  { name: 'Quote', builtIn: 0xffe, base: 0, characterSprms: sprm(0x0836, 1) },
  { name: 'caption', builtIn: 34, base: 0 },
  { name: 'HTML Preformatted', builtIn: 0xffe, base: 0, characterSprms: COURIER },
];

const RUN_SPRMS = {
  strong: sprm(0x0835, 1),
  em: sprm(0x0836, 1),
  code: COURIER,
  sup: sprm(0x2a48, 1),
} as const;

/** A document as Word 97 to 2003 write it ([MS-DOC]), without its headers. */
export function writeDoc(document: BenchDocument): Buffer {
  const writer = new DocWriter();
  const main = document.blocks.flatMap((block) => writer.block(block));
  const notes = document.footnotes.map((text): DocParagraph => ({
    runs: [mark('\u0002'), { text: ` ${text}` }],
  }));
  const lengthOf = (paragraphs: readonly DocParagraph[]): number =>
    paragraphs.reduce((sum, { runs }) => sum + runs.reduce((length, { text }) => length + text.length, 1), 0);
  const length = lengthOf(main);
  const references = positionsOf(main, '\u0002');
  const starts = notes.map((_, index) => lengthOf(notes.slice(0, index)));
  // Notes end with a paragraph that belongs to none.
  const noteText = notes.length === 0 ? [] : [...notes, { runs: [] }];
  const file = buildDoc({
    paragraphs: [...main, ...noteText],
    lengths: [length, lengthOf(noteText)],
    styles: STYLES,
    fonts: [{ name: 'Times New Roman' }, { name: 'Courier New' }],
    extents: new Map([
      [FOOTNOTE_REFERENCES, [...[...references, length].flatMap(u32), ...references.flatMap(() => u16(1))]],
      [FOOTNOTE_TEXTS, [...starts, lengthOf(notes), lengthOf(noteText)].flatMap(u32)],
      [LISTS, [...u16(2), ...listHead(1), ...listHead(2)]],
      [OVERRIDES, writer.overrides()],
    ]),
    unlisted: new Map([[LISTS, [...levelsOf(23), ...levelsOf(0)]]]),
  });
  return Buffer.from(file);
}

/** Counts the ordered lists, which each have a number of their own. */
class DocWriter {
  #lists = BULLETS;

  block(block: Block): DocParagraph[] {
    switch (block.type) {
      case 'heading':
        return [styled(block.level, [{ text: block.text }])];
      case 'paragraph':
        return [styled(0, inline(block.content))];
      case 'quote':
        return [styled(QUOTE, inline(block.content))];
      case 'code':
        return block.text.split('\n').map((line) => styled(CODE, [{ text: line }]));
      case 'figure':
        return [styled(CAPTION, [{ text: block.caption }])];
      case 'list':
        return this.#list(block, 0, this.#numberOf(block));
      case 'table':
        return [
          ...(block.caption === '' ? [] : [styled(CAPTION, [{ text: block.caption }])]),
          ...table(block),
        ];
      case 'page-break':
        return [{ runs: [], mark: 0x0c }];
    }
  }

  /** The first list has bullets, all others are numbered and begin with 1 on each level. */
  overrides(): number[] {
    const entries = Array.from({ length: this.#lists }, (_, index) => [
      ...u32(index < BULLETS ? 1 : 2),
      ...zeros(8),
      index < BULLETS ? 0 : LEVELS,
      ...zeros(3),
    ]);
    const starts = Array.from({ length: LEVELS }, (_, level) => [...u32(1), ...u32(0x10 | level)]).flat();
    const data = entries.map((_, index) => [...u32(0xff_ff_ff_ff), ...(index < BULLETS ? [] : starts)]);
    return [...u32(this.#lists), ...entries.flat(), ...data.flat()];
  }

  #numberOf({ isOrdered }: ListBlock): number {
    return isOrdered ? ++this.#lists : BULLETS;
  }

  #list(list: ListBlock, level: number, number: number): DocParagraph[] {
    const sprms = [...sprm(0x260a, level), ...sprm(0x460b, ...u16(number))];
    return list.items.flatMap(({ content, children }) => [
      { runs: inline(content), sprms },
      ...(children === undefined ? [] : this.#list(children, level + 1, this.#numberOf(children))),
    ]);
  }
}

function styled(style: number, runs: DocRun[]): DocParagraph {
  return { runs, style };
}

function mark(character: string): DocRun {
  return { text: character, sprms: SPECIAL };
}

function inline(content: readonly Inline[]): DocRun[] {
  return content.flatMap(({ text, style, href, footnote }) => {
    if (footnote !== undefined) return [mark('\u0002')];
    const run: DocRun = style === undefined ? { text } : { text, sprms: RUN_SPRMS[style] };
    if (href === undefined) return [run];
    return [mark('\u0013'), { text: ` HYPERLINK "${href}" ` }, mark('\u0014'), run, mark('\u0015')];
  });
}

function positionsOf(paragraphs: readonly DocParagraph[], character: string): number[] {
  const positions: number[] = [];
  let at = 0;
  for (const { runs } of paragraphs) {
    for (const { text } of runs) {
      if (text === character) positions.push(at);
      at += text.length;
    }
    at += 1;
  }
  return positions;
}

function table(block: TableBlock): DocParagraph[] {
  return layOut(block).flatMap((row, index) => {
    const edges = Array.from({ length: row.length + 1 }, (_, column) => column * COLUMN_WIDTH);
    const head = index < block.headerRows ? sprm(0x3404, 1) : [];
    const end = {
      runs: [],
      mark: CELL,
      sprms: [...ROW_END, ...definition(edges, row.map(flagsOf)), ...head],
    };
    return [...row.map(cell), end];
  });
}

function cell({ cell: { text, isHeader }, right, down }: Place): DocParagraph {
  const shown = right + down > 0 ? '' : text;
  const run: DocRun = isHeader ? { text: shown, sprms: RUN_SPRMS.strong } : { text: shown };
  return { runs: shown === '' ? [] : [run], mark: CELL, sprms: IN_TABLE };
}

/** 2.9.314, TCGRF. */
function flagsOf({ cell: { columnSpan, rowSpan }, right, down }: Place): number {
  const across = columnSpan === 1 ? 0 : right === 0 ? 1 : 2;
  const along = rowSpan === 1 ? 0 : down === 0 ? 0x60 : 0x20;
  return across | along;
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

/** 2.9.147, LSTF. */
function listHead(id: number): number[] {
  return [...u32(id), ...zeros(24)];
}

/** 2.9.150, LVL: nine of them. */
function levelsOf(format: number): number[] {
  return Array.from({ length: 9 }, (_, level) => {
    const label = format === 23 ? '•' : `${String.fromCharCode(level)}.`;
    const indent = sprm(0x845e, ...u16(720 * (level + 1)));
    return [
      ...u32(1),
      format,
      ...zeros(20),
      indent.length,
      0,
      0,
      ...indent,
      ...u16(label.length),
      ...utf16(label),
    ];
  }).flat();
}
