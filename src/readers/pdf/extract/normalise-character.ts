/** Letters of Adobe's Symbol and of Wingdings, at 0xF000 and up, that are used as bullets and signs. */
const SYMBOLS: ReadonlyMap<number, string> = new Map([
  [0xf020, ' '],
  [0xf02d, '-'],
  [0xf06c, '●'],
  [0xf06e, '■'],
  [0xf06f, '□'],
  [0xf071, '❑'],
  [0xf075, '◆'],
  [0xf076, '❖'],
  [0xf09f, '•'],
  [0xf0a7, '▪'],
  [0xf0a8, '◻'],
  [0xf0b7, '•'],
  [0xf0d8, '➢'],
  [0xf0e0, '→'],
  [0xf0e8, '➔'],
  [0xf0fb, '✗'],
  [0xf0fc, '✓'],
  [0xf0fe, '☑'],
]);

/** PDFium writes this for a hyphen at the end of a line. */
const LINE_HYPHEN = 0x02;

export function isBlankCharacter(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x09 && code <= 0x0d) ||
    code === 0xa0 ||
    (code >= 0x2000 &&
      (code <= 0x200b ||
        code === 0x2028 ||
        code === 0x2029 ||
        code === 0x202f ||
        code === 0x205f ||
        code === 0x3000))
  );
}

/** Latin letters, figures and punctuation, which need no care; accents that are drawn over other letters are none. */
export function isPlainLetter(code: number): boolean {
  if (code < 0x7e) return code > 0x20 && code !== 0x5e && code !== 0x60;
  return code >= 0xb9 && code < 0x250;
}

/** Whether no reader could make sense of it: no character at all, or one that only its own font knows. */
export function isUnreadable(code: number): boolean {
  if (code < 0x20) return code !== LINE_HYPHEN;
  if (code < 0x7f) return false;
  if (code < 0xa0) return true;
  if (code >= 0xe000 && code <= 0xf8ff) return !SYMBOLS.has(code);
  return code === 0xfffd || code === 0xfffe || code === 0xffff || code >= 0xf0000;
}

/**
 * A character as it is written in plain text: presentation forms (ligatures, letters of Arabic by position) as the letters that
 * they stand for; marks without a shape of their own are left out.
 */
export function normaliseCharacter(code: number): string {
  if (code < 0x7f) return code === LINE_HYPHEN ? '-' : code < 0x20 ? '' : String.fromCharCode(code);
  if (isUnreadable(code)) return '';
  if (isPresentationForm(code)) return String.fromCharCode(code).normalize('NFKC');
  if (code >= 0xe000 && code <= 0xf8ff) return SYMBOLS.get(code) ?? '';
  return isInvisible(code) ? '' : String.fromCodePoint(code);
}

function isPresentationForm(code: number): boolean {
  return (code >= 0xfb00 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc);
}

/** Marks of direction, and the byte order mark. */
function isInvisible(code: number): boolean {
  return (
    (code >= 0x200e && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    code === 0xfeff
  );
}

/** A soft hyphen counts at the end of a word only: there the line ends in it. */
export function dropInnerSoftHyphens(text: string): string {
  const first = text.indexOf('\u00ad');
  if (first === -1 || first === text.length - 1) return text;
  const inner = text.slice(0, -1).replaceAll('\u00ad', '');
  return inner + text.slice(-1);
}

/** Letters and vowel signs of the scripts of India and Sri Lanka, which make syllables. */
export function isIndic(code: number): boolean {
  return code >= 0x900 && code <= 0xdff;
}

export function isRightToLeft(code: number): boolean {
  return (
    (code >= 0x590 && code <= 0x8ff) ||
    (code >= 0xfb1d && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfefc) ||
    (code >= 0x10800 && code <= 0x10fff) ||
    (code >= 0x1e800 && code <= 0x1efff)
  );
}
