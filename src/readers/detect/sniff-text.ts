import { isJson } from '../is-json.ts';

/** How much of a file decides whether it is binary (WHATWG MIME Sniffing 5.2). */
const RESOURCE_HEADER_LENGTH = 1445;
/** The part before the first tag of XML or HTML can be longer. */
const MARKUP_HEADER_LENGTH = 8192;
const MAX_JSON_BYTES = 2_000_000;

/** Start tags, and a comment, that make text of unknown type HTML (WHATWG MIME Sniffing 7.1). */
const HTML_TAGS = new Set('head script iframe h1 div font table a style title b body br p !--'.split(' '));
const FEED_ROOTS = new Set(['rss', 'feed', 'rdf:rdf']);

/** The kind that content alone tells; `html-fragment` is HTML that begins without doctype and root element. */
export type TextKind = 'html' | 'html-fragment' | 'xml' | 'json' | 'text' | 'binary';

/** Tells HTML, XML, JSON, other text and binary data apart by their beginning. */
export function sniffText(bytes: Uint8Array): TextKind {
  const encoding = encodingByMark(bytes);
  if (encoding === undefined && hasBinaryData(bytes)) return 'binary';
  const { name, isHtmlDoctype, isXml } = readPrologue(
    decode(bytes.subarray(0, MARKUP_HEADER_LENGTH), encoding),
  );
  if (isHtmlDoctype || name === 'html') return 'html';
  if (FEED_ROOTS.has(name)) return 'xml';
  if (HTML_TAGS.has(name)) return 'html-fragment';
  if (isXml) return 'xml';
  return holdsJson(bytes, encoding) ? 'json' : 'text';
}

/** True when the beginning holds bytes that no text has ("binary data byte" of WHATWG MIME Sniffing 3). */
export function hasBinaryData(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, RESOURCE_HEADER_LENGTH);
  // By index: three looks at every page are on the main thread.
  for (let at = 0; at < length; at++) if (isBinaryByte(bytes[at]!)) return true;
  return false;
}

function isBinaryByte(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b;
}

type MarkedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

function encodingByMark(bytes: Uint8Array): MarkedEncoding | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function decode(bytes: Uint8Array, encoding: MarkedEncoding = 'utf-8'): string {
  return new TextDecoder(encoding).decode(bytes);
}

interface Prologue {
  /** Lower-case name of the first tag; '!--' when there is only a comment, '' when there is neither. */
  name: string;
  isHtmlDoctype: boolean;
  isXml: boolean;
}

/** Passes over white space, comments, the XML declaration, processing instructions and the doctype. */
function readPrologue(text: string): Prologue {
  const prologue: Prologue = { name: '', isHtmlDoctype: false, isXml: false };
  for (let at = 0; ;) {
    at = skipSpace(text, at);
    let end: number;
    if (text.startsWith('<!--', at)) {
      prologue.name = '!--';
      end = text.indexOf('-->', at + 4) + 2;
    } else if (/^<!doctype[\s>]/i.test(text.slice(at, at + 10))) {
      prologue.isHtmlDoctype ||= /^\s*html[\s>]/i.test(text.slice(at + 9, at + 60));
      end = text.indexOf('>', at);
    } else if (text.startsWith('<?', at)) {
      prologue.isXml ||= /^<\?xml\s/.test(text.slice(at, at + 6));
      end = text.indexOf('?>', at + 2) + 1;
    } else {
      const name = /^<([a-z][a-z0-9:_-]*)[\s/>]/i.exec(text.slice(at, at + 64))?.[1];
      return name === undefined ? prologue : { ...prologue, name: name.toLowerCase() };
    }
    // Also when its end was not found: then the position would not grow.
    if (end <= at) return prologue;
    at = end + 1;
  }
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  return at;
}

function holdsJson(bytes: Uint8Array, encoding: MarkedEncoding | undefined): boolean {
  if (bytes.length > MAX_JSON_BYTES || !/^\s*[[{]/.test(decode(bytes.subarray(0, 256), encoding)))
    return false;
  return isJson(decode(bytes, encoding));
}
