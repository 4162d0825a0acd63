import { isAsciiWhitespace } from '../../lib/ascii.ts';
import { codeAt } from '../code-at.ts';

/** A character reference that stands for white space. */
const WHITESPACE_REFERENCE =
  /&(?:Tab;|NewLine;|#0*(?:9|1[023]|32)(?![0-9]);?|#[xX]0*(?:[9aAcCdD]|20)(?![0-9a-fA-F]);?)/y;

/** Offset of the first character in `start..stop` that is not white space, a reference counting as what it means. */
export function skipWhitespace(source: string, start: number, stop: number, isRaw: boolean): number {
  let at = start;
  while (at < stop) {
    const char = codeAt(source, at);
    if (isAsciiWhitespace(char)) {
      at++;
    } else if (char === 0x26 && !isRaw) {
      WHITESPACE_REFERENCE.lastIndex = at;
      if (!WHITESPACE_REFERENCE.test(source)) return at;
      at = WHITESPACE_REFERENCE.lastIndex;
    } else {
      return at;
    }
  }
  return stop;
}

/** Whether a text is white space and NUL characters only. */
export function isBlank(source: string, start: number, stop: number, isRaw: boolean): boolean {
  for (let at = start; at < stop; at++) {
    at = skipWhitespace(source, at, stop, isRaw);
    if (at < stop && codeAt(source, at) !== 0) return false;
  }
  return true;
}

/**
 * End of the data of the comment whose data begins at `start`, and the offset behind the comment (WHATWG HTML 13.2.5.43
 * to 13.2.5.51).
 */
export function commentEnd(source: string, start: number): [dataEnd: number, next: number] {
  if (codeAt(source, start) === 0x3e) return [start, start + 1];
  if (source.startsWith('->', start)) return [start, start + 2];
  for (let at = source.indexOf('--', start); at !== -1; at = source.indexOf('--', at)) {
    let behind = at + 2;
    while (codeAt(source, behind) === 0x2d) behind++;
    if (codeAt(source, behind) === 0x3e) return [behind - 2, behind + 1];
    if (source.startsWith('!>', behind)) return [behind - 2, behind + 2];
    at = behind;
  }
  const unfinished = /--!$|--$|-$/.exec(source.slice(Math.max(start, source.length - 3)));
  return [source.length - (unfinished?.[0].length ?? 0), source.length];
}
