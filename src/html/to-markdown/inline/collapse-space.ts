import { isAsciiWhitespace } from '../../../lib/ascii.ts';

const WORTH_A_LOOK = /[\t\n\f\r\u00A0\u00AD\u200B\u2028\u2029\u2060\uFEFF]| {2}/;
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]+/g;
/** White space that is not one ordinary space already. */
const SPACES = /[ \t\n\f\r\u00A0\u2028\u2029]{2,}|[\t\n\f\r\u00A0\u2028\u2029]/g;

/**
 * White space as a reader sees it: a run of it is one space, a no-break space is a space (as when text is copied from
 * a browser), and what has no width and no effect on shaping (soft hyphen, zero-width space, word joiner, byte order
 * mark) is gone. Joiners and direction marks stay: they change how the letters around them are read.
 */
export function collapseSpace(text: string): string {
  return WORTH_A_LOOK.test(text) ? text.replace(INVISIBLE, '').replace(SPACES, ' ') : text;
}

/** True for white space, by `collapseSpace`'s measure. */
export function isSpaceCode(code: number): boolean {
  if (code <= 0x20) return isAsciiWhitespace(code);
  return code === 0xa0 || code === 0x2028 || code === 0x2029;
}

/** True for what `collapseSpace` drops. */
export function isInvisibleCode(code: number): boolean {
  return code === 0xad || code === 0x200b || code === 0x2060 || code === 0xfeff;
}
