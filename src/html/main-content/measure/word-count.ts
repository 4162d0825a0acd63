import { codeAt } from '../../code-at.ts';

/** Words and punctuation of a stretch of text. `words` may be a half: two ideographs or kana count as one word. */
export interface TextCount {
  words: number;
  marks: number;
  /** Currency signs: shops show many. */
  prices: number;
  /** Hash of all letters and digits so far, in order: equal for equal texts, whatever stands between the words. */
  letters: number;
}

const OTHER = 0;
const LETTER = 1;
const MARK = 2;
const IDEOGRAPH = 3;
const CURRENCY = 4;

/** Kind of each code unit below 0x300: letter or digit, sentence mark, or neither. */
const LATIN_KINDS: Uint8Array = (() => {
  const kinds = new Uint8Array(0x300);
  for (let code = 0; code < kinds.length; code++) {
    const char = String.fromCharCode(code);
    kinds[code] = /[\p{L}\p{N}_]/u.test(char)
      ? LETTER
      : /[.,;:!?]/.test(char)
        ? MARK
        : /[$£¥]/.test(char)
          ? CURRENCY
          : OTHER;
  }
  return kinds;
})();

/** Kind of a code unit from 0x300 on. */
function kindOfOther(code: number): number {
  if (code < 0x2000) return LETTER;
  if (code < 0x2e80) return code >= 0x20a0 && code < 0x20d0 ? CURRENCY : OTHER;
  if (code < 0x3040) return code === 0x3001 || code === 0x3002 ? MARK : code < 0x3000 ? IDEOGRAPH : OTHER;
  if (code < 0xac00) return IDEOGRAPH;
  if (code < 0xf900) return LETTER;
  if (code >= 0xff01 && code <= 0xff1f) return MARK;
  return LETTER;
}

/**
 * Adds the words and sentence marks of `text` to `count`. Languages with spaces: runs of letters and digits. Chinese
 * and Japanese: half a word per character. Approximate on purpose: it feeds shares and densities, never output.
 */
export function countWords(text: string, count: TextCount): void {
  const length = text.length;
  let { words, marks, prices, letters } = count;
  let isAfterMark = false;
  for (let i = 0; i < length;) {
    let code = codeAt(text, i++);
    const kind = code < 0x300 ? LATIN_KINDS[code]! : kindOfOther(code);
    if (kind === LETTER) {
      words++;
      letters = (Math.imul(letters, 31) + code) | 0;
      for (; i < length; i++) {
        code = codeAt(text, i);
        if ((code < 0x300 ? LATIN_KINDS[code]! : kindOfOther(code)) !== LETTER) break;
        letters = (Math.imul(letters, 31) + code) | 0;
      }
    } else if (kind === IDEOGRAPH) {
      words += 0.5;
      letters = (Math.imul(letters, 31) + code) | 0;
    } else if (kind === MARK) {
      if (!isAfterMark) marks++;
    } else if (kind === CURRENCY) {
      prices++;
    }
    isAfterMark = kind === MARK;
  }
  count.words = words;
  count.marks = marks;
  count.prices = prices;
  count.letters = letters;
}
