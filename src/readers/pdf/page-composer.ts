import type { DocumentBlock, DocumentPage } from '../document.ts';
import { countHtmlLetters, countLetters } from './count-letters.ts';
import type { ExtractedPage } from './extract/extract-page.ts';
import { createLayout, type Layout } from './layout/layout-pages.ts';
import type { PdfFacts, PdfPage } from './pdf-page.ts';
import { plainPage } from './plain-page.ts';
import { joinTaggedPages, TaggedPages, writeTaggedPage, type TaggedPage } from './structure/tagged-pages.ts';
import { UntaggedHeadings } from './structure/untagged-headings.ts';

/** A reading that has lost more than this of a page's letters is not taken. */
const LEAST_SHARE = 0.5;
/** A page with less may be nothing but a running header. */
const FEW_LETTERS = 100;
/** A page with more of its letters marked as decoration is marked wrongly. */
const MOST_ARTEFACTS = 0.4;

export interface ComposeOptions {
  hasBlocks: boolean;
  /** How well the texts of pages were recognised in their pictures, 0 to 1, by page number. */
  recognised?: ReadonlyMap<number, number>;
}

interface Reading {
  pageNumber: number;
  html: string;
  blocks: DocumentBlock[];
  /** Letters of its running header and footer, which it leaves out. */
  marginLetters: number;
}

/**
 * Makes pages of what was extracted from them, each from the best reading that keeps its text: by its structure tree, else by
 * its layout, else as plain paragraphs. Pages come in order, some at a time; a page that goes on on the next one is held back.
 */
export class PageComposer {
  readonly #layout: Layout;
  readonly #taggedPages = new TaggedPages();
  readonly #headings: UntaggedHeadings;
  readonly #options: ComposeOptions;
  /** Pages whose reading is not there yet. */
  readonly #open = new Map<number, ExtractedPage>();
  #tagged: TaggedPage | undefined;
  /** Letters that pages have more than their own: they were joined to them from later ones. */
  #surplus = 0;

  constructor(facts: PdfFacts, options: ComposeOptions) {
    this.#layout = createLayout(facts);
    this.#headings = new UntaggedHeadings(facts);
    this.#options = options;
  }

  add(pages: readonly ExtractedPage[]): DocumentPage[] {
    const untagged: PdfPage[] = [];
    const tagged: TaggedPage[] = [];
    const readings: Reading[] = [];
    for (const extracted of pages) {
      this.#open.set(extracted.page.number, extracted);
      repairArtefacts(extracted.page);
    }
    const found = this.#taggedPages.read(pages.map(({ page }) => page));
    for (const { page } of pages) {
      const read = found.get(page);
      if (read === undefined) untagged.push(page);
      else tagged.push(read);
    }
    for (const { page } of tagged) this.#layout.lexicon.add(page.words);
    this.#headings.find(tagged);
    for (const page of tagged) readings.push(...this.#addTagged(page));
    if (untagged.length > 0) readings.push(...this.#layout.add(untagged));
    return this.#toPages(readings);
  }

  finish(): DocumentPage[] {
    const readings: Reading[] = this.#layout.finish();
    if (this.#tagged !== undefined) readings.push(this.#write(this.#tagged));
    this.#tagged = undefined;
    return this.#toPages(readings);
  }

  #addTagged(tagged: TaggedPage): Reading[] {
    const before = this.#tagged;
    this.#tagged = tagged;
    if (before === undefined) return [];
    joinTaggedPages(before, tagged, this.#layout.lexicon);
    return [this.#write(before)];
  }

  #write(tagged: TaggedPage): Reading {
    let marginLetters = 0;
    for (const { text, isArtefact } of tagged.margin) if (!isArtefact) marginLetters += countLetters(text);
    return {
      pageNumber: tagged.page.number,
      ...writeTaggedPage(tagged, this.#layout.lexicon),
      marginLetters,
    };
  }

  #toPages(readings: Reading[]): DocumentPage[] {
    const pages: DocumentPage[] = [];
    for (const reading of readings.toSorted((a, b) => a.pageNumber - b.pageNumber)) {
      const extracted = this.#open.get(reading.pageNumber);
      if (extracted === undefined) continue;
      this.#open.delete(reading.pageNumber);
      pages.push(this.#toPage(extracted, reading));
    }
    return pages;
  }

  #toPage({ page, isPartial }: ExtractedPage, reading: Reading): DocumentPage {
    const { html, blocks } = this.#keepsText(page, reading) ? reading : plainReading(page);
    const confidence = this.#options.recognised?.get(page.number);
    return {
      pageNumber: page.number,
      html,
      width: page.width,
      height: page.height,
      status: isPartial ? 'partial' : 'ok',
      blocks: this.#options.hasBlocks ? blocks.map((block) => markRecognised(block, confidence)) : [],
    };
  }

  #keepsText(page: PdfPage, { html, blocks, marginLetters }: Reading): boolean {
    let letters = 0;
    for (const { text, isArtefact } of page.words) if (!isArtefact) letters += countLetters(text);
    const kept = countHtmlLetters(html);
    this.#surplus += kept - (letters - marginLetters);
    const isMargin = blocks.some(({ type }) => type === 'header' || type === 'footer');
    const isShort = letters < FEW_LETTERS && (kept > 0 || isMargin);
    if (isShort || kept >= letters * LEAST_SHARE) {
      // Text that a page leaves out, such as its header, is no debt of the next page.
      this.#surplus = Math.max(0, this.#surplus);
      return true;
    }
    const isElsewhere = this.#surplus >= -letters * LEAST_SHARE;
    this.#surplus = Math.max(0, this.#surplus);
    return isElsewhere;
  }
}

function plainReading(page: PdfPage): { html: string; blocks: DocumentBlock[] } {
  const blocks = plainPage(page);
  return { html: blocks.map(({ html }) => html).join('\n'), blocks };
}

/** Some programs mark whole pages as decoration. */
function repairArtefacts({ words }: PdfPage): void {
  let all = 0;
  let artefacts = 0;
  for (const { text, isArtefact } of words) {
    all += text.length;
    if (isArtefact) artefacts += text.length;
  }
  if (artefacts <= all * MOST_ARTEFACTS || artefacts < FEW_LETTERS) return;
  for (const word of words) word.isArtefact = false;
}

function markRecognised(block: DocumentBlock, confidence: number | undefined): DocumentBlock {
  if (confidence === undefined) return block;
  return { ...block, source: 'ocr', confidence: { layout: block.confidence.layout, ocr: confidence } };
}
