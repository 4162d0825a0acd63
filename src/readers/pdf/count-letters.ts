import { isAsciiDigit, isAsciiLetter } from '../../lib/ascii.ts';

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
/** The longest entity that we write. */
const LONGEST_ENTITY = 6;

/**
 * Letters and digits of a text, near enough to compare two readings of a page: beyond ASCII, everything counts that is not in a
 * block of signs. Runs over every page twice, which is why it makes no list of them.
 */
export function countLetters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) if (isLetter(text.charCodeAt(index))) count++;
  return count;
}

/** Letters and digits that a reader of this HTML sees; ours, so tags and entities are well formed. */
export function countHtmlLetters(html: string): number {
  let count = 0;
  for (let index = 0; index < html.length; index++) {
    const code = html.charCodeAt(index);
    if (code === LESS_THAN) {
      while (index < html.length && html.charCodeAt(index) !== GREATER_THAN) index++;
    } else if (code === AMPERSAND) {
      const end = html.indexOf(';', index);
      if (end !== -1 && end - index < LONGEST_ENTITY && html.charCodeAt(end) === SEMICOLON) index = end;
    } else if (isLetter(code)) count++;
  }
  return count;
}

function isLetter(code: number): boolean {
  if (code < 0x80) return isAsciiLetter(code) || isAsciiDigit(code);
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  return (
    code !== 0xd7 &&
    code !== 0xf7 &&
    !(code >= 0x2000 && code <= 0x2bff) &&
    !(code >= 0x3000 && code <= 0x303f)
  );
}
