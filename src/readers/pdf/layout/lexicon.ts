import type { PdfWord } from '../pdf-page.ts';

/** Letters of a word that is kept, at least. */
const MIN_WORD = 3;
/** Letters on both sides of the end of a line that a divided word is looked for in. */
const DIVIDED_LETTERS = 60;
/** Letters of the rest behind a prefix that is mostly written apart, more than: shorter rests are endings. */
const MAX_ENDING = 2;

const WORD = /^[("'“‘«[]*([\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*)[)"'”’»\].,;:!?]*$/u;
/** Different words of a file that are kept, at most. */
const MAX_WORDS = 200_000;
/** Prefixes that are rarely written together with the word behind them. */
const SEPARATE =
  /^(?:well|self|non|ex|co|so|all|half|cross|high|low|long|short|real|multi|state|end|on|off|one|two|three|four|five|six|seven|eight|nine|ten)$/i;

/** Words that a file uses, as evidence of how a word that is divided over two lines is spelt. */
export class Lexicon {
  readonly #words = new Set<string>();

  add(words: readonly PdfWord[]): void {
    for (let index = 0; index < words.length; index++) {
      if (this.#words.size >= MAX_WORDS) return;
      const { text } = words[index]!;
      if (text.length < MIN_WORD || endsInHyphen(text)) continue;
      // The second half of a divided word is no word.
      const before = words[index - 1];
      if (before !== undefined && endsInHyphen(before.text)) continue;
      if (isSmallLatin(text)) {
        this.#words.add(text);
        continue;
      }
      const match = WORD.exec(text);
      if (match !== null) this.#words.add(match[1]!.toLowerCase().replaceAll('\u2010', '-'));
    }
  }

  /** Whether the hyphen between the end of a line and the start of the next belongs to the word. */
  keepsHyphen(before: string, after: string): boolean {
    const head =
      /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u.exec(before.slice(-DIVIDED_LETTERS))?.[0] ?? '';
    const tail = /^[\p{L}\p{M}\p{N}]+/u.exec(after.slice(0, DIVIDED_LETTERS))?.[0] ?? '';
    if (head === '' || tail === '') return true;
    // An identifier, a number, a name in two parts, or a row of hyphenated words.
    if (/\p{N}/u.test(head + tail) || /^\p{Lu}/u.test(tail)) return !/^\p{Lu}+$/u.test(head + tail);
    const low = head.toLowerCase();
    const rest = tail.toLowerCase();
    if (this.#words.has(low + rest)) return false;
    if (this.#words.has(`${low}-${rest}`)) return true;
    // "lower-than-" and "expected" are words of their own, "high-perfor-" and "mance" are none.
    const last = low.slice(low.lastIndexOf('-') + 1);
    if (last !== low) return this.#words.has(last) && this.#words.has(rest);
    return SEPARATE.test(head) && rest.length > MAX_ENDING;
  }
}

function endsInHyphen(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last === 0x2d || last === 0x2010 || last === 0xad;
}

/** Most words are written in small letters only, and stand for themselves. */
function isSmallLatin(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x61 || code > 0x7a) return false;
  }
  return true;
}
