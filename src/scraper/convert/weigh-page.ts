import type { ConvertRequest } from './convert-page.ts';

const SAMPLES = 64;
const SAMPLE_BYTES = 4_096;
/** Bytes of memory for each byte of a page, of HTML and of what becomes HTML first, and for each of its formats that are texts. */
const BYTES_PER_HTML_BYTE = 4;
const BYTES_PER_BYTE = 8;
const BYTES_PER_RESULT_BYTE = 2;
/** A text with one character beyond Latin-1 takes two bytes for each. */
const WIDE_FACTOR = 1.8;
/** For each tag and each character reference: nodes, their text, what is written of them. */
const BYTES_PER_MARK = 170;
/** XML is written out as HTML first. */
const XML_FACTOR = 2;
const TEXT_FORMATS: ReadonlySet<string> = new Set(['markdown', 'html', 'rawHtml']);

/** A file as it is, as base64 and as JSON. */
const VERBATIM_COPIES = 5;

const LESS_THAN = 0x3c;
const AMPERSAND = 0x26;
/** The first byte of characters beyond Latin-1 in UTF-8. */
const WIDE = 0xc4;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/**
 * Bytes of `\u0001` beside the one of the character itself; characters that JSON escapes in the shorter way count as
 * much.
 */
const BYTES_PER_ESCAPE = 5;

/**
 * Memory that a conversion and its results take at most, bytes, about: measured from a page of words to one of nothing but
 * tags, which takes six times as much. Looks at samples in places that nobody can foresee.
 */
export function weighPage({ body, document, kind, formats, isVerbatim }: ConvertRequest): number {
  if (isVerbatim) return body.length * VERBATIM_COPIES * Math.max(1, formats.length);
  const text = document?.content.html;
  const length = text?.length ?? body.length;
  const read = (from: number, to: number): Uint8Array =>
    text === undefined ? body.subarray(from, to) : Buffer.from(text.slice(from, to));
  const { markShare, escapeShare, isWide } = sample(length, read);
  const results = formats.filter(({ type }) => TEXT_FORMATS.has(type)).length;
  const forResults = results * (BYTES_PER_RESULT_BYTE + escapeShare * BYTES_PER_ESCAPE);
  const forSource = kind === 'html' ? BYTES_PER_HTML_BYTE : BYTES_PER_BYTE;
  const forText = (forSource + forResults) * (isWide ? WIDE_FACTOR : 1);
  return length * (forText + markShare * BYTES_PER_MARK) * (kind === 'xml' ? XML_FACTOR : 1);
}

interface Sample {
  markShare: number;
  escapeShare: number;
  isWide: boolean;
}

function sample(length: number, read: (from: number, to: number) => Uint8Array): Sample {
  const stretch = length / SAMPLES;
  const counts = { marks: 0, escapes: 0, bytes: 0, wide: 0 };
  for (let index = 0; index < SAMPLES; index++) {
    const from = Math.floor(index * stretch + Math.random() * Math.max(0, stretch - SAMPLE_BYTES));
    const bytes = read(from, from + SAMPLE_BYTES);
    counts.bytes += bytes.length;
    // By index: this is the main thread.
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === LESS_THAN || byte === AMPERSAND) counts.marks++;
      else if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) counts.escapes++;
      else if (byte >= WIDE) counts.wide++;
    }
  }
  const bytes = Math.max(1, counts.bytes);
  return { markShare: counts.marks / bytes, escapeShare: counts.escapes / bytes, isWide: counts.wide > 0 };
}
