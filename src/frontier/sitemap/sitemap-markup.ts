import { decodeXML } from 'entities/decode';
import { isAsciiLetter } from '../../lib/ascii.ts';

const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;

/** The name of an element, in lower case. */
export interface TagName {
  readonly full: string;
  /** Empty when there is none. */
  readonly prefix: string;
  readonly local: string;
}

/** Names of a file that are remembered; those in use are some dozens. */
const MAX_NAMES = 256;
/** No URL, title or tag in use is nearly as long: a longer tag is none, of a longer text the rest is left out. */
const MAX_PIECE_LENGTH = 65_536;

/**
 * Reads XML piece by piece, in linear time and without nesting, so neither depth nor damage matters: a tag that does
 * not end before the next one begins is passed over, and so are comments, instructions and document types. Entities
 * are the five of XML and numbers; what a document type declares is never expanded.
 */
export class MarkupReader {
  /** The name of the tag that `next` came to. */
  name: TagName = { full: '', prefix: '', local: '' };
  /** Whether the opening tag that `next` came to closes itself. */
  isSelfClosing = false;
  readonly #xml: string;
  readonly #names = new Map<string, TagName>();
  #at = 0;
  /** The range that `text` or `attribute` reads. */
  #start = 0;
  #end = 0;
  #isCdata = false;

  constructor(xml: string) {
    this.#xml = xml;
  }

  /** How much of the file has been read, in characters. */
  get position(): number {
    return this.#at;
  }

  /** Goes one step on, over a tag, a piece of text or what is passed over, and says which it was. */
  next(): 'open' | 'close' | 'text' | 'nothing' | 'end' {
    if (this.#at >= this.#xml.length) return 'end';
    return this.#xml.charCodeAt(this.#at) === LESS ? this.#markup() : this.#plainText();
  }

  /** The text that `next` came to. */
  text(): string {
    const end = Math.min(this.#end, this.#start + MAX_PIECE_LENGTH);
    const text = this.#xml.slice(this.#start, end);
    return this.#isCdata || !text.includes('&') ? text : decodeXML(text);
  }

  /** The value of an attribute of the opening tag that `next` came to; names are compared without case. */
  attribute(name: 'href' | 'rel' | 'ispermalink'): string | undefined {
    const match = ATTRIBUTES[name].exec(this.#xml.slice(this.#start, this.#end));
    const value = match?.[1] ?? match?.[2];
    return value === undefined ? undefined : decodeXML(value);
  }

  #plainText(): 'text' {
    this.#setText(this.#at, this.#find('<', this.#at + 1), { isCdata: false });
    this.#at = this.#end;
    return 'text';
  }

  #markup(): 'open' | 'close' | 'text' | 'nothing' {
    const xml = this.#xml;
    const code = xml.charCodeAt(this.#at + 1);
    if (code === SLASH || isNameStart(code)) return this.#tag();
    if (xml.startsWith('<![CDATA[', this.#at)) {
      const start = this.#at + '<![CDATA['.length;
      this.#setText(start, this.#find(']]>', start), { isCdata: true });
      this.#at = this.#end + ']]>'.length;
      return 'text';
    }
    if (xml.startsWith('<!--', this.#at)) this.#at = this.#find('-->', this.#at + 4) + 3;
    else if (xml.startsWith('<?', this.#at)) this.#at = this.#find('?>', this.#at + 2) + 2;
    else if (xml.startsWith('<!', this.#at)) this.#at = this.#endOfDeclaration();
    else return this.#plainText();
    return 'nothing';
  }

  #setText(start: number, end: number, { isCdata }: { isCdata: boolean }): void {
    this.#start = start;
    this.#end = end;
    this.#isCdata = isCdata;
  }

  #find(text: string, from: number): number {
    const found = this.#xml.indexOf(text, from);
    return found === -1 ? this.#xml.length : found;
  }

  /** A document type may hold declarations of its own in brackets. */
  #endOfDeclaration(): number {
    const end = this.#find('>', this.#at);
    const bracket = this.#xml.slice(this.#at, end).indexOf('[');
    if (bracket === -1) return end + 1;
    const subsetEnd = /\]\s*>/g;
    subsetEnd.lastIndex = this.#at + bracket;
    return subsetEnd.test(this.#xml) ? subsetEnd.lastIndex : this.#xml.length;
  }

  #tag(): 'open' | 'close' | 'nothing' {
    const xml = this.#xml;
    const isClose = xml.charCodeAt(this.#at + 1) === SLASH;
    const nameStart = this.#at + (isClose ? 2 : 1);
    let nameEnd = nameStart;
    const limit = Math.min(xml.length, nameStart + MAX_PIECE_LENGTH);
    while (nameEnd < limit && isInName(xml.charCodeAt(nameEnd))) nameEnd++;
    const end = this.#endOfTag(nameEnd, limit);
    if (end === undefined) {
      this.#at = this.#find('<', nameEnd);
      return 'nothing';
    }
    this.name = this.#nameOf(xml.slice(nameStart, nameEnd));
    this.#start = nameEnd;
    this.#end = end;
    this.isSelfClosing = xml.charCodeAt(end - 1) === SLASH;
    this.#at = end + 1;
    return isClose ? 'close' : 'open';
  }

  #nameOf(written: string): TagName {
    const known = this.#names.get(written);
    if (known !== undefined) return known;
    const full = written.toLowerCase();
    const colon = full.indexOf(':');
    const name = { full, prefix: full.slice(0, Math.max(0, colon)), local: full.slice(colon + 1) };
    if (this.#names.size < MAX_NAMES) this.#names.set(written, name);
    return name;
  }

  /** Where the `>` of the tag is; undefined when another tag or the limit comes first. */
  #endOfTag(from: number, limit: number): number | undefined {
    const xml = this.#xml;
    let quote = 0;
    let quotedEnd: number | undefined;
    for (let at = from; at < limit; at++) {
      const code = xml.charCodeAt(at);
      if (code === LESS) break;
      if (code === GREATER) {
        if (quote === 0) return at;
        quotedEnd ??= at;
      } else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
        if (quote === 0) quote = code;
        else if (quote === code) quote = 0;
      }
    }
    // A quote that nothing closes was none.
    return quotedEnd;
  }
}

const ATTRIBUTES = {
  href: attributePattern('href'),
  rel: attributePattern('rel'),
  ispermalink: attributePattern('ispermalink'),
} as const;

function attributePattern(name: string): RegExp {
  return new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i');
}

function isNameStart(code: number): boolean {
  return isAsciiLetter(code) || code === 0x5f || code > 0x7f;
}

/** False for NaN, which is the code past the end. */
function isInName(code: number): boolean {
  return code > 0x20 && code !== SLASH && code !== GREATER && code !== LESS;
}
