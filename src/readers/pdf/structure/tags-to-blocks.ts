import { escapeAttribute, escapeText } from '../../markup.ts';
import type { Block, ListItem } from '../layout/block.ts';
import { unionOf } from '../layout/box.ts';
import { linesOf } from '../layout/inline-html.ts';
import { placeFigures } from '../layout/place-figures.ts';
import type { Box, PdfImage, PdfPage, PdfTag, PdfWord } from '../pdf-page.ts';
import { figureHtml } from '../layout/figure-html.ts';
import { readTagTable } from './tag-table.ts';
import { headingLevel, isInlineType, isMeaningful, NOTES } from './tag-types.ts';
import type { TaggedWords } from './tagged-words.ts';

/** The file itself says what it is. */
const CERTAIN = 1;
const MARK = /^(?:[•◦▪‣·●○■□▸►❖◆➢✓✔✗✘☐☑☒–—*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])$/i;
/** Types that stand in a line when there is text beside them, else by themselves. */
const STANDS_ALONE: ReadonlySet<string> = new Set(['Code', 'Formula', ...NOTES]);
const TEX = /\\[a-z]+|[\^_]\{/i;
/** The indent of nested lists, in the unit of the places of their marks. */
const INDENT = 20;

/** The text of a block when it is not that of its words. */
export interface BlockOverride {
  html?: string;
  isQuote?: boolean;
}

export interface TagBlocks {
  blocks: Block[];
  overrides: Map<Block, BlockOverride>;
}

/** The structure tree of a page as blocks, in its order. */
export function tagsToBlocks(page: PdfPage, words: TaggedWords): TagBlocks {
  const reader = new TagReader(page, words);
  reader.container(page.tags, { sections: 0, isUnderstood: false });
  reader.leftNotes();
  placeFigures(reader.leftPictures(), page, reader.blocks);
  return { blocks: reader.blocks, overrides: reader.overrides };
}

interface Place {
  /** `Sect` tags around it. */
  sections: number;
  isUnderstood: boolean;
}

class TagReader {
  readonly blocks: Block[] = [];
  readonly overrides = new Map<Block, BlockOverride>();
  readonly #page: PdfPage;
  readonly #words: TaggedWords;
  readonly #shown = new Set<PdfImage>();
  /** Otherwise a monospaced font says nothing. */
  readonly #hasPlainFont: boolean;

  constructor(page: PdfPage, words: TaggedWords) {
    this.#page = page;
    this.#words = words;
    this.#hasPlainFont = page.words.some(({ font, text }) => !font.isMonospaced && text.length > 2);
  }

  /** Children of a tag that only groups: text that stands in it without a paragraph is one. */
  container(children: PdfTag['children'], place: Place): void {
    let run: PdfWord[] = [];
    const flush = (): void => {
      this.#paragraph(run);
      run = [];
    };
    const isText = children.some(
      (child) => typeof child === 'number' || (isInlineType(child.type) && !STANDS_ALONE.has(child.type)),
    );
    for (const child of children) {
      if (typeof child === 'number') run.push(...this.#words.take(child, place.isUnderstood));
      else if (isText && NOTES.has(child.type)) this.#words.notes.push(child);
      else if (isInlineType(child.type) && (isText || !STANDS_ALONE.has(child.type)) && !hasBlocks(child)) {
        run.push(...this.#words.below(child, place.isUnderstood));
      } else {
        flush();
        this.#block(child, { ...place, isUnderstood: place.isUnderstood || isMeaningful(child.type) });
      }
    }
    flush();
    this.leftNotes();
  }

  /** Pictures that are worth showing, but stand in no figure. */
  leftPictures(): PdfImage[] {
    return this.#page.images.filter((image) => image.source !== undefined && !this.#shown.has(image));
  }

  /** Notes that stood in the text that was read last. */
  leftNotes(): void {
    for (const note of this.#words.notes.splice(0)) this.#note(note);
  }

  #block(tag: PdfTag, place: Place): void {
    const level = headingLevel(tag.type, place.sections);
    if (level !== undefined) return this.#heading(tag, level);
    switch (tag.type) {
      case 'L':
        return this.#list(tag);
      case 'Table':
        return this.#table(tag, place);
      case 'TOC':
        return this.#contents(tag);
      case 'Figure':
        return this.#figure(tag, place);
      case 'Formula':
        return this.#formula(tag);
      case 'Caption':
        return this.#lines('caption', this.#words.below(tag, true));
      case 'Code':
        return this.#code(tag);
      case 'BlockQuote':
        return this.#quote(tag, place);
      case 'Sect':
        return this.container(tag.children, { ...place, sections: place.sections + 1 });
      default:
        if (NOTES.has(tag.type)) return this.#note(tag);
        return this.container(tag.children, place);
    }
  }

  #add(block: Block, override?: BlockOverride): void {
    this.blocks.push(block);
    if (override !== undefined) this.overrides.set(block, override);
  }

  #paragraph(words: PdfWord[]): void {
    const lines = linesOf(words);
    // Browsers tag listings as paragraphs.
    const isCode = this.#hasPlainFont && lines.length > 1 && lines.every((line) => line.isMonospaced);
    if (isCode) this.#add({ type: 'code', lines, box: boxOf(words), confidence: CERTAIN });
    else this.#lines('paragraph', words);
  }

  #lines(type: 'paragraph' | 'caption' | 'formula', words: PdfWord[]): void {
    if (words.length === 0) return;
    this.#add({ type, lines: linesOf(words), box: boxOf(words), confidence: CERTAIN });
  }

  #heading(tag: PdfTag, level: number): void {
    const words = this.#words.below(tag, true);
    if (words.length > 0) {
      this.#add({
        type: 'heading',
        level,
        isCentred: false,
        lines: linesOf(words),
        box: boxOf(words),
        confidence: CERTAIN,
      });
    }
    this.leftNotes();
  }

  #list(tag: PdfTag): void {
    const items: ListItem[] = [];
    const found: PdfWord[] = [];
    const others: PdfTag[] = [];
    this.#items(tag, { items, found, others, depth: 0 });
    if (items.length > 0) this.#add({ type: 'list', items, box: boxOf(found), confidence: CERTAIN });
    for (const other of others) this.#block(other, { sections: 0, isUnderstood: true });
    this.leftNotes();
  }

  #items(list: PdfTag, into: OpenList): void {
    for (const child of list.children) {
      if (typeof child === 'number') this.#item([], this.#words.take(child, true), into);
      else if (child.type === 'L') this.#items(child, { ...into, depth: into.depth + 1 });
      else if (child.type === 'Caption') into.others.push(child);
      else this.#readItem(child, into);
    }
  }

  #readItem(tag: PdfTag, into: OpenList): void {
    const mark: PdfWord[] = [];
    const body: PdfWord[] = [];
    const inner: PdfTag[] = [];
    const walk = (children: PdfTag['children']): void => {
      for (const child of children) {
        if (typeof child === 'number') body.push(...this.#words.take(child, true));
        else if (child.type === 'L') inner.push(child);
        else if (child.type === 'Lbl') mark.push(...this.#words.below(child, true));
        else if (child.type === 'Table' || child.type === 'Figure') into.others.push(child);
        else if (child.type === 'LBody' || hasBlocks(child)) walk(child.children);
        else body.push(...this.#words.below(child, true));
      }
    };
    walk(tag.children);
    this.#item(mark, body, into);
    for (const list of inner) this.#items(list, { ...into, depth: into.depth + 1 });
  }

  #item(label: PdfWord[], words: PdfWord[], { items, found, depth }: OpenList): void {
    const body = [...words];
    let mark = label.map(({ text }) => text).join('');
    if (mark === '' && body.length > 1 && MARK.test(body[0]?.text ?? '')) mark = body.shift()?.text ?? '';
    if (body.length === 0 && mark === '') return;
    found.push(...label, ...words);
    items.push({
      mark: /^\d+$/.test(mark) ? `${mark}.` : mark,
      lines: linesOf(body),
      left: depth * INDENT,
    });
  }

  #table(tag: PdfTag, place: Place): void {
    const { table, captions } = readTagTable(tag, this.#words);
    for (const caption of captions) this.#lines('caption', this.#words.below(caption, true));
    if (table !== undefined) this.#add({ type: 'table', table, box: table.box, confidence: CERTAIN });
    // A table with one row or column sets text in place; it is read as what stands in it.
    else this.container(tag.children, { ...place, isUnderstood: true });
    this.leftNotes();
  }

  #contents(tag: PdfTag): void {
    const words = this.#words.below(tag, true);
    if (words.length === 0) return;
    this.#add({ type: 'contents', lines: linesOf(words), box: boxOf(words), confidence: CERTAIN });
  }

  #figure(tag: PdfTag, place: Place): void {
    const images = this.#images(tag);
    const html = figureHtml(images, tag.alternateText);
    if (html !== '' || images.length > 0) {
      const box = images.length === 0 ? EMPTY : unionOf(images.map((image) => image.box));
      this.#add({ type: 'figure', box, confidence: CERTAIN }, { html });
    }
    // Captions and labels.
    this.container(tag.children, { ...place, isUnderstood: true });
  }

  #images(tag: PdfTag): PdfImage[] {
    const ids = new Set(tag.children.filter((child) => typeof child === 'number'));
    const images = this.#page.images.filter((image) => ids.has(image.mcid) && !this.#shown.has(image));
    for (const image of images) this.#shown.add(image);
    return images;
  }

  #formula(tag: PdfTag): void {
    const words = this.#words.below(tag, true);
    const text = tag.alternateText;
    if (text === '' && words.length === 0) return;
    const block: Block = { type: 'formula', lines: linesOf(words), box: boxOf(words), confidence: CERTAIN };
    if (TEX.test(text)) {
      this.#add(block, { html: `<p><math display="block" alttext="${escapeAttribute(text)}"></math></p>` });
    } else this.#add(block, words.length === 0 ? { html: `<p>${escapeText(text)}</p>` } : undefined);
  }

  #code(tag: PdfTag): void {
    const words = this.#words.below(tag, true);
    if (words.length === 0) return;
    this.#add({ type: 'code', lines: linesOf(words), box: boxOf(words), confidence: CERTAIN });
  }

  #quote(tag: PdfTag, place: Place): void {
    const start = this.blocks.length;
    this.container(tag.children, { ...place, isUnderstood: true });
    for (const block of this.blocks.slice(start)) {
      this.overrides.set(block, { ...this.overrides.get(block), isQuote: true });
    }
  }

  #note(tag: PdfTag): void {
    const words = this.#words.below(tag, true);
    if (words.length === 0) return;
    const label = words[0]?.text.replace(/[.)]$/, '') ?? '';
    const isLabelled = words.length > 1 && /^(?:\d{1,4}|[*†‡§]{1,3}|[a-z])$/i.test(label);
    if (!isLabelled) return this.#paragraph(words);
    this.#add({
      type: 'footnote',
      label,
      lines: linesOf(words.slice(1)),
      box: boxOf(words),
      confidence: CERTAIN,
    });
  }
}

interface OpenList {
  items: ListItem[];
  found: PdfWord[];
  /** The tags in items that are more than text. */
  others: PdfTag[];
  depth: number;
}

const EMPTY: Box = { left: 0, top: 0, right: 0, bottom: 0 };

function boxOf(words: readonly PdfWord[]): Box {
  return unionOf(words.map(({ box }) => box));
}

function hasBlocks(tag: PdfTag): boolean {
  return tag.children.some(
    (child) => typeof child !== 'number' && (!isInlineType(child.type) || hasBlocks(child)),
  );
}
