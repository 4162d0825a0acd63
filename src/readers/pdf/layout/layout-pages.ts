import type { DocumentBlock } from '../../document.ts';
import { countLetters } from '../count-letters.ts';
import type { Box, PdfFacts, PdfPage, PdfWord } from '../pdf-page.ts';
import type { Block } from './block.ts';
import { blockHtml, labelOf } from './block-html.ts';
import { unionOf } from './box.ts';
import { FileStyle } from './file-style.ts';
import { HeadingLooks } from './headings/heading-looks.ts';
import { beginsPaper, HeadingLevels } from './headings/heading-levels.ts';
import type { InlineContext } from './inline-html.ts';
import { joinBlocks } from './join-blocks.ts';
import { findLineNumbers } from './margins/line-numbers.ts';
import { Lexicon } from './lexicon.ts';
import { toPageBlocks } from './page-blocks.ts';
import { type PageFrame, toFrame } from './page-frame.ts';
import { toRows } from './rows.ts';
import { RunningLines } from './margins/running-lines.ts';
import { toLine } from './text-line.ts';

/** Letters of a paragraph that is certainly text, more than; one below a title may be a name or a date. */
const TEXT_LETTERS = 90;
/** Parts between commas of a title, at most; a line with more is a row of names. */
const MAX_PARTS_OF_TITLE = 2;
/** Boxes are written as shares of the page in steps of one part in so many. */
const STEPS_OF_SHARE = 10_000;

export interface LaidOutPage {
  /** From 1. */
  pageNumber: number;
  /** In reading order; running headers and footers have empty `html`. */
  blocks: DocumentBlock[];
  /** Body HTML of what begins on this page. */
  html: string;
  /** Letters of its running header and footer. */
  marginLetters: number;
}

interface PendingPage {
  frame: PageFrame;
  blocks: Block[];
}

/** Lays out the pages of a file from first to last, some at a time. */
export interface Layout {
  /** Pages that follow those added before. The last one is held back until it is known whether its last paragraph goes on. */
  add(pages: readonly PdfPage[]): LaidOutPage[];
  /** The page that was held back. */
  finish(): LaidOutPage[];
  /** Words of the file, for text that is joined elsewhere. */
  readonly lexicon: Lexicon;
}

export function createLayout(facts: PdfFacts): Layout {
  const style = new FileStyle();
  const lexicon = new Lexicon();
  const running = new RunningLines();
  const levels = new HeadingLevels(facts);
  const links = new WeakMap<PdfWord, string>();
  const looks = new HeadingLooks(style, links);
  let pending: PendingPage | undefined;
  return {
    lexicon,
    add(pages) {
      const frames = pages.map((page) => toFrame(page, links));
      for (const frame of frames) {
        style.add(frame.words);
        lexicon.add(frame.words);
      }
      running.add(frames);
      const laidOut = frames.map((frame): PendingPage => ({
        frame,
        blocks: layOut(frame, running, { style, levels }),
      }));
      looks.promote(laidOut.map(({ blocks }) => blocks));
      const headings = laidOut.flatMap(({ frame, blocks }) =>
        blocks
          .filter((block) => block.type === 'heading')
          .map((heading) => ({ heading, page: frame.page.number })),
      );
      levels.add(headings);
      for (const { heading } of headings) levels.assign(heading);
      const first = laidOut.find(({ frame }) => frame.page.number === 1);
      if (first !== undefined) demoteUnderTitle(first.blocks, levels);
      const all = pending === undefined ? laidOut : [pending, ...laidOut];
      joinBlocks(
        all.map(({ blocks }) => blocks),
        lexicon,
      );
      pending = all.pop();
      return all.map((page) => write(page, { lexicon, links }));
    },
    finish() {
      const last = pending;
      pending = undefined;
      return last === undefined ? [] : [write(last, { lexicon, links })];
    },
  };
}

function isText(block: Block | undefined): boolean {
  return (
    block?.type === 'paragraph' &&
    block.lines.reduce((sum, { length }) => sum + length, 0) > TEXT_LETTERS &&
    // Addresses of authors.
    !block.lines.some(({ text }) => /\S@\S/.test(text))
  );
}

function isEnumeration({ lines }: Extract<Block, { type: 'heading' }>): boolean {
  return (
    lines
      .map(({ text }) => text)
      .join(' ')
      .split(',').length > MAX_PARTS_OF_TITLE
  );
}

function demoteUnderTitle(blocks: Block[], levels: HeadingLevels): void {
  const abstract = blocks.findIndex((block) => block.type === 'heading' && beginsPaper(block));
  for (const [index, block] of blocks.entries()) {
    const isAbove = index < abstract;
    if (isText(block) && !isAbove) return;
    if (block.type !== 'heading') continue;
    const isName = isAbove && levels.isAboveAbstract(block);
    // Below a list of names their addresses may be a paragraph.
    if (isText(blocks[index + 1]) && !(isName && isEnumeration(block))) continue;
    if (!isName && !levels.isUnderTitle(block)) continue;
    const { lines, box, confidence } = block;
    blocks[index] = { type: 'paragraph', lines, box, confidence };
  }
}

/** All pages of a file at once. */
export function layoutPages(pages: readonly PdfPage[], facts: PdfFacts): LaidOutPage[] {
  const layout = createLayout(facts);
  return [...layout.add(pages), ...layout.finish()];
}

function layOut(
  frame: PageFrame,
  running: RunningLines,
  context: { style: FileStyle; levels: HeadingLevels },
): Block[] {
  const { header, footer } = running.find(frame);
  const margin = new Set([...header, ...footer]);
  for (const word of findLineNumbers(frame.words)) margin.add(word);
  const words = margin.size === 0 ? frame.words : frame.words.filter((word) => !margin.has(word));
  const isUpper = ({ baseline }: PdfWord): boolean => baseline < frame.height / 2;
  const blocks = toPageBlocks(frame, words, context);
  const above = marginBlock('header', [...header, ...frame.artefacts.filter(isUpper)]);
  const below = marginBlock('footer', [...footer, ...frame.artefacts.filter((word) => !isUpper(word))]);
  return [...above, ...blocks, ...below];
}

function marginBlock(type: 'header' | 'footer', words: readonly PdfWord[]): Block[] {
  if (words.length === 0) return [];
  const lines = toRows(words).map((row) => toLine(row.words));
  return [{ type, lines, box: unionOf(words.map(({ box }) => box)), confidence: 0.8 }];
}

interface WordFacts {
  lexicon: Lexicon;
  links: WeakMap<PdfWord, string>;
}

function write({ frame, blocks }: PendingPage, { lexicon, links }: WordFacts): LaidOutPage {
  const { page } = frame;
  const labels = new Set(blocks.map((block) => (block.type === 'footnote' ? block.label : '')));
  const referenced = new Set<string>();
  const noteId = (label: string): string => `fn${page.number}-${encodeURIComponent(label)}`;
  const context: InlineContext = {
    linkOf: (word) => links.get(word),
    lexicon,
    noteOf(label) {
      if (label === '' || !labels.has(label)) return undefined;
      const isFirst = !referenced.has(label);
      referenced.add(label);
      const id = noteId(label);
      return { href: `#${id}`, id: isFirst ? `fnref${id.slice(2)}` : undefined };
    },
  };
  const written: DocumentBlock[] = [];
  const body: string[] = [];
  const notes: string[] = [];
  for (const block of blocks) {
    const html = blockHtml(block, context, noteId);
    if (html !== '') (block.type === 'footnote' ? notes : body).push(html);
    written.push({
      type: block.type === 'contents' ? 'list' : block.type,
      label: labelOf(block),
      bbox: shareOf(frame.toPage(block.box), page),
      html: block.type === 'footnote' ? `<ol>${html}</ol>` : html,
      source: 'layout',
      confidence: { layout: Math.round(block.confidence * 100) / 100, ocr: null },
    });
  }
  if (notes.length > 0) body.push(`<ol>${notes.join('')}</ol>`);
  const marginLetters = blocks
    .flatMap((block) => (block.type === 'header' || block.type === 'footer' ? block.lines : []))
    .reduce((sum, { text }) => sum + countLetters(text), 0);
  return { pageNumber: page.number, blocks: written, html: body.join('\n'), marginLetters };
}

function shareOf(box: Box, { width, height }: PdfPage): readonly [number, number, number, number] {
  const share = (value: number, whole: number): number =>
    Math.round(Math.min(Math.max(value / Math.max(whole, 1), 0), 1) * STEPS_OF_SHARE) / STEPS_OF_SHARE;
  return [share(box.left, width), share(box.top, height), share(box.right, width), share(box.bottom, height)];
}
