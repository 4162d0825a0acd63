/** The bytes of the cell's text can stand in a page as they are. */
export const PLAIN = 4;
/** It has characters outside of ASCII. */
export const WIDE = 8;

const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const LINE_FEED = 0x0a;
const BLANK = 0x20;

/**
 * Finds the traits of a text that its writer must know, as bits. A text that is `PLAIN` is not empty, has nothing to
 * escape, no line break, and no white space at its ends; of one that is not, some may be missing too: it is looked at
 * again.
 */
export function textTraits(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end || bytes[start]! <= BLANK || bytes[end - 1]! <= BLANK)
    return traitsOfWidth(bytes, start, end);
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x80) return traitsOfWide(bytes, start, end);
    if (byte === AMPERSAND || byte === LESS_THAN || byte === GREATER_THAN || byte === LINE_FEED) {
      return traitsOfWidth(bytes, at, end);
    }
  }
  return PLAIN;
}

function traitsOfWidth(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at]! >= 0x80) return WIDE;
  return 0;
}

function traitsOfWide(bytes: Uint8Array, start: number, end: number): number {
  if (mayBeSpace(bytes, start) || mayBeSpace(bytes, end - 2) || mayBeSpace(bytes, end - 3)) return WIDE;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === AMPERSAND || byte === LESS_THAN || byte === GREATER_THAN || byte === LINE_FEED) return WIDE;
    // No-break spaces are written as references.
    if (byte === 0xc2 && bytes[at + 1] === 0xa0) return WIDE;
  }
  return PLAIN | WIDE;
}

/** Two bytes that white space outside of ASCII may begin with in UTF-8. */
function mayBeSpace(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at + 1];
  switch (bytes[at]) {
    case 0xc2:
      return next === 0xa0;
    case 0xe1:
      return next === 0x9a;
    case 0xe2:
      return next === 0x80 || next === 0x81;
    case 0xe3:
      return next === 0x80;
    case 0xef:
      return next === 0xbb;
    default:
      return false;
  }
}

/** UTF-16 characters of valid UTF-8. */
export function countCharacters(bytes: Uint8Array, start: number, end: number): number {
  let count = end - start;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if ((byte & 0xc0) === 0x80) count--;
    else if (byte >= 0xf0) count++;
  }
  return count;
}
