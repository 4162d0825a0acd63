import { escapeText } from '../../markup.ts';
import { STRONG } from '../inline/marks.ts';
import type { Paragraph } from '../inline/paragraph.ts';
import type { ListMark } from '../numbering/list-counters.ts';
import type { DocxDocument } from '../story.ts';
import type { BlockWriter, ItemMark, WrittenParagraph } from './block-writer.ts';
import type { ParagraphFormat } from './paragraph-format.ts';

/** Where a paragraph stands: in a cell it is not given blocks that make a layout of its table. */
export type ParagraphPlace = 'flow' | 'cell';

/** An outline level of a paragraph itself makes a heading only of what is short enough to be one. */
const MAX_OUTLINED = 250;
/** Longer paragraphs in a typewriter font are text. */
const MAX_CODE = 300;
const MAX_LEVEL = 6;
/** Twentieths of a point that a table of contents without styles is indented for each level. */
const CONTENTS_INDENT = 360;
const TEXT_LEVEL = 9;

/** Writes a paragraph as what it is; false when it shows nothing. */
export function writeParagraph(
  writer: BlockWriter,
  document: DocxDocument,
  paragraph: Paragraph,
  { format, place }: { format: ParagraphFormat; place: ParagraphPlace },
): boolean {
  const { inline, ids, hasRule } = paragraph;
  const { style, list } = format;
  // A paragraph without text counts as well.
  const mark = list === undefined ? undefined : document.lists.next(list, format.listLevel);
  const indent = format.indent ?? mark?.indent ?? style.indent ?? 0;
  const write = (html: string): WrittenParagraph => ({ html, ids, indent });
  if (inline.isEmpty) {
    if (hasRule || (format.hasLine && mark === undefined)) writer.addRule();
    else if (writer.isInCode && style.role === 'code') writer.addCode(write(''));
    return false;
  }
  const level = headingLevel(format, inline.length);
  if (level !== undefined) {
    const text = inline.toHtml(inline.isStrong ? STRONG : 0, true);
    writer.addHeading(level, write(labelOf(mark) + text));
  } else if (style.role === 'contents' || isContentsLine(paragraph, format)) {
    inline.dropPageNumber();
    const depth = style.role === 'contents' ? style.level : Math.round(indent / CONTENTS_INDENT);
    writer.addItem(contentsMark(depth), { ...write(inline.toHtml(0, true)), indent: 0 });
  } else if (mark !== undefined) {
    writer.addItem(mark, write(inline.toHtml()));
  } else {
    writeText(writer, paragraph, format, { place, write });
  }
  if (hasRule) writer.addRule();
  return true;
}

function writeText(
  writer: BlockWriter,
  paragraph: Paragraph,
  format: ParagraphFormat,
  { place, write }: { place: ParagraphPlace; write: (html: string) => WrittenParagraph },
): void {
  const { inline } = paragraph;
  if (isCode(paragraph, format, place)) {
    if (place === 'flow') writer.addCode(write(inline.toCode()));
    else writer.addParagraph(write(codeLines(inline.toCode())));
  } else if (format.style.role === 'quote') {
    writer.addQuote(write(inline.toHtml()));
  } else {
    writer.addParagraph(write(inline.toHtml()));
  }
}

/** Not all programs have styles for the lines of a table of contents: they are links inside of its field. */
function isContentsLine({ inline, isContents }: Paragraph, { style, list }: ParagraphFormat): boolean {
  return isContents && list === undefined && style.role === 'text' && inline.hasLink;
}

/** 1 to 6; undefined for what is no heading. */
function headingLevel({ style, outlineLevel }: ParagraphFormat, length: number): number | undefined {
  if (style.role === 'title') return 1;
  const isOutlined = outlineLevel !== undefined && outlineLevel >= 0 && outlineLevel < TEXT_LEVEL;
  if (style.role === 'heading') {
    if (outlineLevel === TEXT_LEVEL) return undefined;
    return Math.min((isOutlined ? outlineLevel : style.level) + 1, MAX_LEVEL);
  }
  return isOutlined && length <= MAX_OUTLINED && style.role === 'text'
    ? Math.min(outlineLevel + 1, MAX_LEVEL)
    : undefined;
}

/** The number of a heading is part of it. */
function labelOf(mark: ListMark | undefined): string {
  if (mark === undefined || mark.label === '') return '';
  return escapeText(mark.label) + (mark.isJoined ? '' : ' ');
}

function isCode({ inline }: Paragraph, { style }: ParagraphFormat, place: ParagraphPlace): boolean {
  if (style.role === 'code') return !inline.hasAtom;
  if (style.role === 'quote' || !inline.isCode) return false;
  return place === 'flow' && (inline.length <= MAX_CODE || inline.hasBreak);
}

function codeLines(code: string): string {
  return code
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `<code>${line}</code>`))
    .join('<br>');
}

function contentsMark(level: number): ItemMark {
  return {
    kind: 'bullet',
    list: 'contents',
    level,
    value: 1,
    label: '',
    type: undefined,
    box: undefined,
    isJoined: false,
  };
}
