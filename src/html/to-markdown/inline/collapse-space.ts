const WORTH_A_LOOK = /[\t\n\f\r\u00A0\u00AD\u200B\u2028\u2029\u2060\uFEFF]| {2}/;
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]+/g;
const SPACES = /[ \t\n\f\r\u00A0\u2028\u2029]+/g;

/**
 * White space as a reader sees it: a run of it is one space, a no-break space is a space (as when text is copied from
 * a browser), and what has no width and no effect on shaping (soft hyphen, zero-width space, word joiner, byte order
 * mark) is gone. Joiners and direction marks stay: they change how the letters around them are read.
 */
export function collapseSpace(text: string): string {
  return WORTH_A_LOOK.test(text) ? text.replace(INVISIBLE, '').replace(SPACES, ' ') : text;
}
