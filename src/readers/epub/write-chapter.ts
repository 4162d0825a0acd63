import { escapeAttribute, escapeText } from '../markup.ts';
import { walkXml } from '../xml/parse-xml.ts';
import type { BookHtml } from './book-html.ts';
import { chapterSource } from './chapter-source.ts';
import { isMathElement } from '../office/math/is-math-element.ts';

const NAMESPACES = {
  'http://www.w3.org/1999/xhtml': '',
  'http://www.w3.org/1998/Math/MathML': 'm',
  'http://www.w3.org/2000/svg': 'svg',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.idpf.org/2007/ops': 'epub',
};
const KEPT = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p div section article aside main header footer address figure figcaption blockquote pre code ul ol li ' +
    'dl dt dd table caption thead tbody tfoot tr th td em i strong b u s del ins strike sup sub small mark q cite kbd samp ' +
    'var tt abbr dfn ruby rb rt rp a center details summary'
  ).split(' '),
);
/** A note of its own; lists of notes have the plural (EPUB Structural Semantics Vocabulary 1.1, section 3.10). */
const NOTE = /(?:^|\s)(?:footnote|endnote|rearnote)(?:\s|$)/;
const VOID = new Set(['br', 'hr', 'wbr']);
/** Elements that are left out with all in them. */
const DROPPED = new Set(
  (
    'head script style template iframe audio video canvas embed form button input select textarea nav noscript title ' +
    'svg:title svg:desc svg:defs svg:style svg:script svg:text m:annotation-xml'
  ).split(' '),
);
const KEPT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start', 'reversed'],
  li: ['value'],
};
const MATH_ATTRIBUTES = new Set(
  'display mathvariant open close separators columnspan rowspan linethickness accent accentunder notation encoding'.split(
    ' ',
  ),
);

/**
 * Writes the body of a chapter (XHTML): elements of content as they are, others without their tags. Throws
 * SCRAPE_DOCUMENT_TOO_COMPLEX for one that nests too deep; false when it has nothing to read.
 */
export function writeChapter(name: string, bytes: Uint8Array, book: BookHtml): boolean {
  const writer = new ChapterWriter(name, book);
  book.write('<section');
  book.writeId(name, '');
  book.write('>');
  walkXml(chapterSource(bytes), NAMESPACES, writer);
  book.write('</section>\n');
  return writer.hasContent;
}

class ChapterWriter {
  hasContent = false;
  readonly #name: string;
  readonly #book: BookHtml;
  /** End tags of the elements that are open, '' for those without tags. */
  readonly #ends: string[] = [];
  /** Depth of the element that is left out with all in it; 0 when none is. */
  #droppedAt = 0;

  constructor(name: string, book: BookHtml) {
    this.#name = name;
    this.#book = book;
  }

  onOpen(rawName: string, attributes: Record<string, string>): void {
    if (this.#droppedAt > 0 || this.#book.isFull) {
      this.#ends.push('');
      return;
    }
    const name = rawName.startsWith('m:') || rawName.startsWith('svg:') ? rawName : rawName.toLowerCase();
    if (isDropped(name, attributes)) {
      this.#ends.push('');
      this.#droppedAt = this.#ends.length;
      return;
    }
    this.#ends.push(this.#start(name, attributes));
  }

  onText(text: string): void {
    if (this.#droppedAt > 0 || this.#book.isFull) return;
    if (!this.hasContent && text.trim() !== '') this.hasContent = true;
    this.#book.write(escapeText(text));
  }

  onClose(): void {
    if (this.#droppedAt === this.#ends.length) this.#droppedAt = 0;
    const end = this.#ends.pop() ?? '';
    if (end !== '') this.#book.write(end);
  }

  /** Writes what an element begins with, and returns what it ends with. */
  #start(name: string, attributes: Record<string, string>): string {
    if (VOID.has(name)) {
      this.#book.write(`<${name}>`);
      return '';
    }
    if (name === 'img') return this.#image(attributes['src'], attributes);
    // Covers are often a drawing that holds one picture.
    if (name === 'svg:image') return this.#image(attributes['xlink:href'] ?? attributes['href'], attributes);
    if (name.startsWith('m:')) return this.#startMath(name.slice(2), attributes);
    if (name === 'a') return this.#startLink(attributes);
    if (name !== 'li' && NOTE.test(attributes['epub:type'] ?? '')) return this.#startNote(attributes['id']);
    if (!KEPT.has(name)) {
      // Something may lead there all the same.
      return this.#anchor(attributes['id']);
    }
    this.#book.write(`<${name}`);
    if (attributes['id'] !== undefined) this.#book.writeId(this.#name, attributes['id']);
    for (const attribute of KEPT_ATTRIBUTES[name] ?? []) {
      const value = attributes[attribute];
      if (value !== undefined) this.#book.write(` ${attribute}="${escapeAttribute(value)}"`);
    }
    this.#book.write(`${languageClass(name, attributes)}>`);
    return `</${name}>`;
  }

  #startNote(id: string | undefined): string {
    this.#book.write('<ol><li');
    if (id !== undefined) this.#book.writeId(this.#name, id);
    this.#book.write('>');
    return '</li></ol>';
  }

  #image(source: string | undefined, attributes: Record<string, string>): string {
    const alt = (attributes['alt'] ?? '').replace(/\s+/g, ' ').trim();
    const html = this.#book.imageFrom(this.#name, source ?? '', alt);
    if (html !== '') this.hasContent = true;
    this.#book.write(html);
    return '';
  }

  #startMath(name: string, attributes: Record<string, string>): string {
    if (!isMathElement(name)) return '';
    this.#book.write(`<${name}`);
    for (const [attribute, value] of Object.entries(attributes)) {
      if (MATH_ATTRIBUTES.has(attribute)) this.#book.write(` ${attribute}="${escapeAttribute(value)}"`);
    }
    this.#book.write('>');
    return `</${name}>`;
  }

  #startLink(attributes: Record<string, string>): string {
    const href = this.#book.linkFrom(this.#name, attributes['href'] ?? '');
    const id = attributes['id'] ?? attributes['name'];
    if (attributes['href'] === undefined || href === undefined) return this.#anchor(id);
    // Numbers of notes are not always raised.
    const isNote =
      /(?:^|\s)noteref(?:\s|$)/.test(attributes['epub:type'] ?? '') && this.#ends.at(-1) !== '</sup>';
    this.#book.write(isNote ? '<sup><a' : '<a');
    if (id !== undefined) this.#book.writeId(this.#name, id);
    this.#book.write(` href="${escapeAttribute(href)}">`);
    return isNote ? '</a></sup>' : '</a>';
  }

  /** A place that links may lead to, in an element whose own tag is left off. */
  #anchor(id: string | undefined): string {
    if (id === undefined || id === '') return '';
    this.#book.write('<span');
    this.#book.writeId(this.#name, id);
    this.#book.write('>');
    return '</span>';
  }
}

/** Gives the class for the language of a listing. */
function languageClass(name: string, attributes: Record<string, string>): string {
  if (name !== 'code' && name !== 'pre') return '';
  const language = /(?:^|\s)(language-[\w+#-]+)/.exec(attributes['class'] ?? '')?.[1];
  return language === undefined ? '' : ` class="${language}"`;
}

/** Numbers of printed pages stand in the middle of sentences. */
function isDropped(name: string, attributes: Record<string, string>): boolean {
  if (DROPPED.has(name) || attributes['hidden'] !== undefined) return true;
  return (
    /(?:^|\s)pagebreak(?:\s|$)/.test(attributes['epub:type'] ?? '') || attributes['role'] === 'doc-pagebreak'
  );
}
