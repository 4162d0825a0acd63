import type { DocumentBlock } from '../../document.ts';
import { linkFinder } from '../find-link.ts';
import type { Block } from '../layout/block.ts';
import { blockHtml, labelOf } from '../layout/block-html.ts';
import { unionOf } from '../layout/box.ts';
import type { InlineContext } from '../layout/inline-html.ts';
import { joinBlocks } from '../layout/join-blocks.ts';
import type { Lexicon } from '../layout/lexicon.ts';
import { placeMarginNotes } from '../layout/margins/margin-notes.ts';
import { RunningLines } from '../layout/margins/running-lines.ts';
import { type PageFrame, toFrame } from '../layout/page-frame.ts';
import { groupLines } from '../layout/paragraphs.ts';
import { toRows } from '../layout/rows.ts';
import { toLine } from '../layout/text-line.ts';
import type { Box, PdfPage, PdfWord } from '../pdf-page.ts';
import { tagsToBlocks, type TagBlocks } from './tags-to-blocks.ts';
import { TaggedWords } from './tagged-words.ts';
import { areTagsTrustworthy } from './trust-tags.ts';

/** A page that is read by its structure tree. */
export interface TaggedPage extends TagBlocks {
  page: PdfPage;
  /** Words of running headers and footers. */
  margin: ReadonlySet<PdfWord>;
}

/** A page with its tags made blocks, before anything says whether they can be trusted. */
interface TagReading extends TagBlocks {
  page: PdfPage;
  words: TaggedWords;
}

/** Reads the pages of a file from first to last, some at a time, by their structure trees. */
export class TaggedPages {
  readonly #running = new RunningLines();
  readonly #links = new WeakMap<PdfWord, string>();

  /** Pages that follow those given before; those without tags, or with tags that cannot be trusted, are missing. */
  read(pages: readonly PdfPage[]): Map<PdfPage, TaggedPage> {
    const readings = pages.flatMap((page) => readTags(page) ?? []);
    const frames = new Map<TagReading, PageFrame>();
    for (const reading of readings) {
      if (hasUntagged(reading)) frames.set(reading, toFrame(reading.page, this.#links));
    }
    this.#running.add([...frames.values()]);
    const tagged = new Map<PdfPage, TaggedPage>();
    for (const reading of readings) {
      const read = this.#trusted(reading, frames.get(reading));
      if (read !== undefined) tagged.set(reading.page, read);
    }
    return tagged;
  }

  #trusted(reading: TagReading, frame: PageFrame | undefined): TaggedPage | undefined {
    const { page, words, blocks, overrides } = reading;
    const margin = new Set(page.words.filter(({ isArtefact }) => isArtefact));
    const { header, footer } = frame === undefined ? NO_LINES : this.#running.find(frame);
    for (const word of [...header, ...footer]) if (!words.isTaken(word)) margin.add(word);
    if (!areTagsTrustworthy(page, { words, margin, blocks })) return undefined;
    const left = page.words.filter(
      (word) => !margin.has(word) && !words.isTaken(word) && !BULLET.test(word.text),
    );
    placeMarginNotes(paragraphsOf(left), blocks);
    return { page, blocks, overrides, margin };
  }
}

const NO_LINES = { header: [], footer: [] } as const;
/** A bullet that was drawn: its list is known without. */
const BULLET = /^[•◦▪]$/;

function readTags(page: PdfPage): TagReading | undefined {
  // Text that is filled into a form is not part of the tree.
  if (page.tags.length === 0 || page.fields.some(({ value, isChecked }) => value !== '' || isChecked)) {
    return undefined;
  }
  const words = new TaggedWords(page);
  return { page, words, ...tagsToBlocks(page, words) };
}

function hasUntagged({ page, words }: TagReading): boolean {
  return page.words.some((word) => !word.isArtefact && !words.isTaken(word));
}

/** Makes paragraphs of the words that the tree has forgotten. */
function paragraphsOf(words: readonly PdfWord[]): Block[] {
  if (words.length === 0) return [];
  const { groups } = groupLines(toRows(words).map((row) => toLine(row.words)));
  return groups.map((lines) => ({
    type: 'paragraph',
    lines,
    box: unionOf(lines.map(({ box }) => box)),
    confidence: 0.5,
  }));
}

const SKIPPED: ReadonlySet<Block['type']> = new Set(['figure', 'footnote', 'caption', 'header', 'footer']);

/** Joins the paragraph or table at the end of a page with its rest at the top of the next one. */
export function joinTaggedPages(before: TaggedPage, next: TaggedPage, lexicon: Lexicon): void {
  if (next.page.number !== before.page.number + 1) return;
  const last = before.blocks.findLast(({ type }) => !SKIPPED.has(type));
  const index = next.blocks.findIndex(({ type }) => !SKIPPED.has(type));
  const first = next.blocks[index];
  if (last === undefined || first === undefined) return;
  if (before.overrides.has(last) || next.overrides.has(first)) return;
  const pages = [[last], [first]];
  joinBlocks(pages, lexicon);
  if (pages[1]?.length === 0) next.blocks.splice(index, 1);
}

/** Writes a page; its blocks are in the order of reading, and running headers and footers have empty `html`. */
export function writeTaggedPage(
  tagged: TaggedPage,
  lexicon: Lexicon,
): { html: string; blocks: DocumentBlock[] } {
  const { page, blocks, overrides } = tagged;
  const noteId = (label: string): string => `fn${page.number}-${encodeURIComponent(label)}`;
  const context = inlineContext(tagged, lexicon, noteId);
  const written: DocumentBlock[] = marginBlocks(tagged, 'header');
  const notes: DocumentBlock[] = [];
  const items: string[] = [];
  for (const block of blocks) {
    const override = overrides.get(block);
    const own = override?.html ?? blockHtml(block, context, noteId);
    const html = own !== '' && override?.isQuote === true ? `<blockquote>${own}</blockquote>` : own;
    if (block.type === 'footnote') {
      items.push(html);
      notes.push(toDocumentBlock(page, block, `<ol>${html}</ol>`));
    } else written.push(toDocumentBlock(page, block, html));
  }
  const body = written.map(({ html }) => html).filter((html) => html !== '');
  if (items.length > 0) body.push(`<ol>${items.join('')}</ol>`);
  return {
    html: body.join('\n').replaceAll('</blockquote>\n<blockquote>', '\n'),
    blocks: [...written, ...notes, ...marginBlocks(tagged, 'footer')],
  };
}

function inlineContext(
  { page, blocks }: TaggedPage,
  lexicon: Lexicon,
  noteId: (label: string) => string,
): InlineContext {
  const labels = new Set(blocks.map((block) => (block.type === 'footnote' ? block.label : '')));
  const referenced = new Set<string>();
  return {
    linkOf: linkFinder(page),
    lexicon,
    noteOf(label) {
      if (label === '' || !labels.has(label)) return undefined;
      const isFirst = !referenced.has(label);
      referenced.add(label);
      const id = noteId(label);
      return { href: `#${id}`, id: isFirst ? `fnref${id.slice(2)}` : undefined };
    },
  };
}

function marginBlocks({ page, margin }: TaggedPage, type: 'header' | 'footer'): DocumentBlock[] {
  const isUpper = ({ box }: PdfWord): boolean => (box.top + box.bottom) / 2 < page.height / 2;
  const words = [...margin].filter((word) => isUpper(word) === (type === 'header'));
  if (words.length === 0) return [];
  const box = unionOf(words.map((word) => word.box));
  return [toDocumentBlock(page, { type, lines: [], box, confidence: 1 }, '')];
}

function toDocumentBlock(page: PdfPage, block: Block, html: string): DocumentBlock {
  return {
    type: block.type === 'contents' ? 'list' : block.type,
    label: labelOf(block),
    bbox: shareOf(block.box, page),
    html,
    source: 'tags',
    confidence: { layout: null, ocr: null },
  };
}

function shareOf(box: Box, { width, height }: PdfPage): DocumentBlock['bbox'] {
  if (box.right <= box.left) return null;
  const share = (value: number, whole: number): number =>
    Math.round(Math.min(1, Math.max(0, value / Math.max(1, whole))) * 10_000) / 10_000;
  return [share(box.left, width), share(box.top, height), share(box.right, width), share(box.bottom, height)];
}
