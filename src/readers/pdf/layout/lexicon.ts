import type { PdfWord } from '../pdf-page.ts';

const WORD = /^[("'“‘«[]*([\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*)[)"'”’»\].,;:!?]*$/u;
const MAX_WORDS = 200_000;
const HYPHEN = /[-\u2010\u00ad]$/;
/** Prefixes that are rarely written together with the word behind them. */
const SEPARATE =
  /^(?:well|self|non|ex|co|so|all|half|cross|high|low|long|short|real|multi|state|end|on|off|one|two|three|four|five|six|seven|eight|nine|ten)$/i;

/** Words that a file uses, as evidence of how a word that is divided over two lines is spelt. */
export class Lexicon {
  readonly #words = new Set<string>();

  add(words: readonly PdfWord[]): void {
    for (let index = 0; index < words.length; index++) {
      if (this.#words.size >= MAX_WORDS) return;
      const { text } = words[index] as PdfWord;
      if (text.length < 3 || HYPHEN.test(text)) continue;
      // The second half of a divided word is no word.
      const before = words[index - 1];
      if (before !== undefined && HYPHEN.test(before.text)) continue;
      const match = WORD.exec(text);
      if (match !== null) this.#words.add((match[1] as string).toLowerCase().replaceAll('\u2010', '-'));
    }
  }

  /** Whether the hyphen between the end of a line and the start of the next belongs to the word. */
  keepsHyphen(before: string, after: string): boolean {
    const head = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u.exec(before.slice(-60))?.[0] ?? '';
    const tail = /^[\p{L}\p{M}\p{N}]+/u.exec(after.slice(0, 60))?.[0] ?? '';
    if (head === '' || tail === '') return true;
    // An identifier, a number, a name in two parts, or a row of hyphenated words.
    if (/\p{N}/u.test(head + tail) || /^\p{Lu}/u.test(tail)) return !/^\p{Lu}+$/u.test(head + tail);
    const low = head.toLowerCase();
    const rest = tail.toLowerCase();
    if (this.#words.has(low + rest)) return false;
    if (this.#words.has(`${low}-${rest}`)) return true;
    if (head.includes('-')) return false;
    return SEPARATE.test(head) && rest.length > 2;
  }
}
