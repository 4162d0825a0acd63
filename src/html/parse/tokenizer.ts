import { codeAt } from '../code-at.ts';
import type { PageSource } from '../page-source.ts';
import { SCRIPT, TD, TEXTAREA, TH } from '../tags.ts';
import { AttributeTable, skipSpaces } from './tokenizer-attributes.ts';
import { commentEnd } from './tokenizer-chars.ts';
import { isAsciiLetter, isAsciiWhitespace } from '../../lib/ascii.ts';
import { hashNameChar, knownTag, UnknownNames } from './tokenizer-names.ts';
import { findRawTextEnd, findScriptEnd } from './tokenizer-raw-text.ts';

export const TEXT_TOKEN = 0;
export const START_TAG_TOKEN = 1;
export const END_TAG_TOKEN = 2;
export const COMMENT_TOKEN = 3;
export const DOCTYPE_TOKEN = 4;
export const END_TOKEN = 5;

/** A line feed at the start of a `pre`, written as itself or as a reference. */
const LEADING_NEWLINE = /\r\n?|\n|&(?:NewLine;|#0*10(?![0-9]);?|#[xX]0*[aA](?![0-9a-fA-F]);?)/y;

/**
 * Pull tokenizer (WHATWG HTML 13.2.5). `next()` reads one token and leaves it in the fields: nothing is allocated, text
 * and attribute values stay offsets into the source until somebody asks for them.
 */
export class Tokenizer {
  readonly page: PageSource;
  /** The units of the page. */
  readonly source: string;
  readonly attributes: AttributeTable;
  readonly unknownNames = new UnknownNames();
  /** Range of the data of a text, comment or doctype token. */
  start = 0;
  stop = 0;
  /** Tag id of a start or end tag, and where its name stands. */
  tag = 0;
  nameStart = 0;
  nameStop = 0;
  /** Range of a start tag's own attributes in `attributes`. */
  attributesFrom = 0;
  attributesTo = 0;
  isSelfClosing = false;
  /** Whether a text token holds no character references (CDATA section, plaintext). */
  isRaw = false;
  #position = 0;
  #isPlaintext = false;

  constructor(page: PageSource) {
    this.page = page;
    this.source = page.units;
    this.attributes = new AttributeTable(this.source.length);
  }

  /** Kind of the next token. `isForeign`: the current node is not an HTML element, so CDATA sections count. */
  next(isForeign: boolean): number {
    const { source } = this;
    for (;;) {
      const at = this.#position;
      if (at >= source.length) return END_TOKEN;
      const markup = this.#isPlaintext ? source.length : findMarkup(source, at);
      if (markup > at) return this.#text(at, markup, markup, this.#isPlaintext);
      const char = codeAt(source, at + 1);
      if (char === 0x21) return this.#declaration(at, isForeign);
      if (char === 0x3f) return this.#bogusComment(at + 1);
      if (char !== 0x2f) return this.#tag(at + 1, true) ? START_TAG_TOKEN : END_TOKEN;
      if (isAsciiLetter(codeAt(source, at + 2))) return this.#tag(at + 2, false) ? END_TAG_TOKEN : END_TOKEN;
      if (codeAt(source, at + 2) !== 0x3e) return this.#bogusComment(at + 2);
      // "</>" is nothing at all.
      this.#position = at + 3;
    }
  }

  /**
   * Tag of the table cell that begins here, when it is nothing but text between two tags without attributes; 0 otherwise,
   * and then nothing is read. `start..stop` is its text.
   */
  nextPlainCell(): number {
    const { source } = this;
    const at = this.#position;
    const letter = codeAt(source, at + 2);
    const isCell = codeAt(source, at) === 0x3c && (codeAt(source, at + 1) | 0x20) === 0x74;
    if (!isCell || (letter !== 0x64 && letter !== 0x68) || codeAt(source, at + 3) !== 0x3e) return 0;
    const start = at + 4;
    const { length } = source;
    let stop = start;
    while (stop < length && codeAt(source, stop) !== 0x3c) stop++;
    const isClosed =
      codeAt(source, stop + 1) === 0x2f &&
      (codeAt(source, stop + 2) | 0x20) === 0x74 &&
      codeAt(source, stop + 3) === letter &&
      codeAt(source, stop + 4) === 0x3e;
    if (!isClosed) return 0;
    this.start = start;
    this.stop = stop;
    this.#position = stop + 5;
    return letter === 0x64 ? TD : TH;
  }

  /**
   * Reads the end of a table row and the start of the next one when both stand here without attributes, and nothing but
   * white space, which `start..stop` is then, stands between them.
   */
  nextRowBreak(): boolean {
    const { source } = this;
    const at = this.#position;
    if (!source.startsWith('</tr>', at)) return false;
    const start = at + 5;
    const stop = skipSpaces(source, start);
    if (!source.startsWith('<tr>', stop)) return false;
    this.start = start;
    this.stop = stop;
    this.#position = stop + 4;
    return true;
  }

  /** Reads the content of a raw text element and its end tag; afterwards `start..stop` is the content. */
  readRawText(tag: number, name: string): void {
    const { source } = this;
    if (tag === TEXTAREA) this.#skipNewline();
    this.start = this.#position;
    this.stop = tag === SCRIPT ? findScriptEnd(source, this.start) : findRawTextEnd(source, this.start, name);
    this.#position = this.stop;
    if (this.stop < source.length) this.#tag(this.stop + 2, false);
  }

  /** Drops the line feed that directly follows the tag just read, which is not one of raw text. */
  skipNewline(): void {
    // "</>" is no token, so what follows it still follows the tag.
    while (this.source.startsWith('</>', this.#position)) this.#position += 3;
    this.#skipNewline();
  }

  #skipNewline(): void {
    LEADING_NEWLINE.lastIndex = this.#position;
    if (LEADING_NEWLINE.test(this.source)) this.#position = LEADING_NEWLINE.lastIndex;
  }

  /** Everything that follows is text. */
  startPlaintext(): void {
    this.#isPlaintext = true;
  }

  #text(start: number, stop: number, position: number, isRaw: boolean): number {
    this.start = start;
    this.stop = stop;
    this.isRaw = isRaw;
    this.#position = position;
    return TEXT_TOKEN;
  }

  #declaration(at: number, isForeign: boolean): number {
    const { source } = this;
    if (source.startsWith('--', at + 2)) {
      this.start = at + 4;
      [this.stop, this.#position] = commentEnd(source, this.start);
      return COMMENT_TOKEN;
    }
    if (isForeign && source.startsWith('[CDATA[', at + 2)) {
      const end = source.indexOf(']]>', at + 9);
      return end === -1
        ? this.#text(at + 9, source.length, source.length, true)
        : this.#text(at + 9, end, end + 3, true);
    }
    if (source.slice(at + 2, at + 9).toLowerCase() !== 'doctype') return this.#bogusComment(at + 2);
    this.#bogusComment(at + 9);
    return DOCTYPE_TOKEN;
  }

  #bogusComment(start: number): number {
    const end = this.source.indexOf('>', start);
    this.start = start;
    this.stop = end === -1 ? this.source.length : end;
    this.#position = this.stop + 1;
    return COMMENT_TOKEN;
  }

  /** Reads a tag whose name begins at `start`; false when the source ends inside it, which drops it. */
  #tag(start: number, hasAttributes: boolean): boolean {
    const { source, attributes } = this;
    const { length } = source;
    let at = start;
    let hash = 0;
    for (; at < length; at++) {
      const char = codeAt(source, at);
      if (char <= 0x3e && (char === 0x3e || char === 0x2f || isAsciiWhitespace(char))) break;
      hash = hashNameChar(hash, char);
    }
    this.nameStart = start;
    this.nameStop = at;
    this.tag = knownTag(source, start, at, hash) || this.unknownNames.idOf(this.page.slice(start, at));
    this.isSelfClosing = false;
    this.attributesFrom = attributes.length;
    attributes.signs = 0;
    at = codeAt(source, at) === 0x3e ? at : this.#attributes(at);
    if (!hasAttributes) attributes.length = this.attributesFrom;
    this.attributesTo = attributes.length;
    this.#position = at + 1;
    return at < length;
  }

  /** Records the attributes from `from` on; gives the offset of the tag's `>`, or the length of the source. */
  #attributes(from: number): number {
    const { source, attributes } = this;
    const { length } = source;
    let at = from;
    while (at < length) {
      const char = codeAt(source, at);
      if (char === 0x3e) return at;
      if (char === 0x2f) {
        this.isSelfClosing = codeAt(source, at + 1) === 0x3e;
        at++;
      } else if (isAsciiWhitespace(char)) {
        at++;
      } else {
        at = attributes.read(source, at);
      }
    }
    return length;
  }
}

/** Offset of the first `<` from `from` on that opens markup; the length of the source when there is none. */
function findMarkup(source: string, from: number): number {
  for (let at = source.indexOf('<', from); at !== -1; at = source.indexOf('<', at + 1)) {
    const char = codeAt(source, at + 1);
    if (isAsciiLetter(char) || char === 0x21 || char === 0x3f) return at;
    if (char === 0x2f && at + 2 < source.length) return at;
  }
  return source.length;
}
