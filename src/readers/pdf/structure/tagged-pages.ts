import type { DocumentBlock } from '../../document.ts';
import { linkFinder } from '../find-link.ts';
import type { Block } from '../layout/block.ts';
import { blockHtml, labelOf } from '../layout/block-html.ts';
import { unionOf } from '../layout/box.ts';
import { type InlineContext, linesOf } from '../layout/inline-html.ts';
import { joinBlocks } from '../layout/join-blocks.ts';
import type { Lexicon } from '../layout/lexicon.ts';
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

/** Undefined when the page has no tags, or they cannot be trusted. */
export function readTaggedPage(page: PdfPage): TaggedPage | undefined {
  // Text that is filled into a form is not part of the tree.
  if (page.tags.length === 0 || page.fields.some(({ value, isChecked }) => value !== '' || isChecked)) {
    return undefined;
  }
  const words = new TaggedWords(page);
  const { blocks, overrides } = tagsToBlocks(page, words);
  const margin = marginOf(page, words);
  if (!areTagsTrustworthy(page, { words, margin, blocks })) return undefined;
  const left = page.words.filter(
    (word) => !margin.has(word) && !words.isTaken(word) && !BULLET.test(word.text),
  );
  if (left.length > 0) blocks.push(...paragraphsOf(left));
  return { page, blocks, overrides, margin };
}

/** A bullet that was drawn: its list is known without. */
const BULLET = /^[•◦▪]$/;
/** Running lines are short. */
const MOST_MARGIN_LETTERS = 300;

/** Finds the words that are marked as decoration, and those above or below everything that has a tag. */
function marginOf(page: PdfPage, words: TaggedWords): Set<PdfWord> {
  const margin = new Set(page.words.filter(({ isArtefact }) => isArtefact));
  const taken = page.words.filter((word) => words.isTaken(word));
  const top = taken.reduce((least, { box }) => Math.min(least, box.top), Infinity);
  const bottom = taken.reduce((most, { box }) => Math.max(most, box.bottom), -Infinity);
  const outside = page.words.filter(
    (word) =>
      !words.isTaken(word) && (word.baseline < top + 1 || (word.box.top + word.box.bottom) / 2 > bottom),
  );
  const letters = outside.reduce((sum, { text }) => sum + text.length, 0);
  if (letters <= MOST_MARGIN_LETTERS) for (const word of outside) margin.add(word);
  return margin;
}

/** Makes paragraphs of the words that the tree has forgotten. */
function paragraphsOf(words: PdfWord[]): Block[] {
  return linesOf(words).map((line) => ({ type: 'paragraph', lines: [line], box: line.box, confidence: 0.5 }));
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
