import { isUtf8 } from 'node:buffer';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { guessEncoding, isIso2022Jp } from './decode/guess.ts';
import { encodingOfContentType } from './decode/labels.ts';
import { prescan } from './decode/prescan.ts';
import { PageSource } from './page-source.ts';

/** Where the standard looks for a declaration. */
const PRESCAN_BYTES = 1024;
/** Where we look before guessing: a browser that meets a declaration later starts again with it. */
const LATE_PRESCAN_BYTES = 65_536;
/** A piece takes ten milliseconds in the slowest encoding. */
const PIECE_BYTES = 131_072;

/** The text of a page, and the encoding that it was read in. */
export interface DecodedHtml {
  readonly text: string;
  /** Name of the encoding in lower case, as in the WHATWG Encoding standard. */
  readonly encoding: string;
}

/**
 * Turns the bytes of a page into text. The encoding is, in this order, that of the byte order mark, the Content-Type
 * header, a `meta` element or XML declaration, the bytes themselves if they are UTF-8, their statistics, windows-1252.
 */
export function decodeHtml(bytes: Uint8Array, contentType?: string): DecodedHtml {
  const encoding = encodingOf(bytes, contentType);
  return { text: decodeAs(bytes, encoding), encoding };
}

/** The same text in pieces, for files that would take the main thread too long in one. */
export function* decodeInPieces(bytes: Uint8Array, contentType: string | undefined): Generator<string> {
  const encoding = encodingOf(bytes, contentType);
  if (encoding === 'replacement') {
    yield decodeAs(bytes, encoding);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const end = at + PIECE_BYTES;
    yield decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length });
  }
}

/** The same text as what the parser reads, which needs less decoding. */
export function openSource(bytes: Uint8Array, contentType?: string): PageSource {
  const encoding = encodingOf(bytes, contentType);
  if (encoding === 'utf-8') return PageSource.ofUtf8(hasUtf8Mark(bytes) ? bytes.subarray(3) : bytes);
  return PageSource.ofText(decodeAs(bytes, encoding));
}

function encodingOf(bytes: Uint8Array, contentType: string | undefined): string {
  return encodingOfMark(bytes) ?? declaredEncoding(bytes, contentType) ?? undeclaredEncoding(bytes);
}

function encodingOfMark(bytes: Uint8Array): string | undefined {
  if (hasUtf8Mark(bytes)) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
}

function hasUtf8Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function declaredEncoding(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const ofHeader = contentType === undefined ? undefined : encodingOfContentType(contentType);
  return ofHeader ?? prescan(bytes, PRESCAN_BYTES);
}

function undeclaredEncoding(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return isIso2022Jp(bytes) ? 'iso-2022-jp' : 'utf-8';
  return prescan(bytes, LATE_PRESCAN_BYTES) ?? guessEncoding(bytes) ?? 'windows-1252';
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'replacement') return bytes.length === 0 ? '' : '\uFFFD';
  return new TextDecoder(encoding).decode(bytes);
}
