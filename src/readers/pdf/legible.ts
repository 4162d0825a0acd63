import type { PdfWord } from './pdf-page.ts';

/** Words that tell it, at least. */
const MIN_WORDS = 30;
/** Share of the words that are none, above which nobody can read a text. */
const MOST_ODD = 0.35;
/** Signs inside a word, such as `th^e`; a capital behind a small letter; a figure among small letters. */
const ODD_INSIDE =
  /\p{L}[^\p{L}\p{N}\p{M}'\u2019.,:;/&@_)\]\u2010-\u2015\u00ad-]\p{L}|\p{Ll}\p{Lu}|\p{Ll}\d\p{Ll}/u;
/** A sign that hardly stands alone, and Latin letters without a vowel. */
const ODD_ALONE = /^[^\p{L}\p{N}]*[~^|\\{}<>_*#$]+[^\p{L}\p{N}]*$|^[b-df-hj-np-tv-xz]{4,}$/iu;
/** Letters that are words. */
const SHORT_WORD = /^[aiyoueà&]$/iu;

/** Whether most of the words are words, as far as their letters tell; texts in other scripts than Latin always are. */
export function isLegible(words: readonly PdfWord[]): boolean {
  const latin = words.filter(({ text }) => /[!-~]/.test(text));
  if (latin.length < MIN_WORDS || latin.length * 2 < words.length) return true;
  return latin.filter(({ text }) => isOdd(text)).length < latin.length * MOST_ODD;
}

function isOdd(text: string): boolean {
  if (ODD_INSIDE.test(text) || ODD_ALONE.test(text)) return true;
  const letters = text.replace(/[^\p{L}]/gu, '');
  return (
    letters.length === 1 && text.length < 3 && !SHORT_WORD.test(letters) && !/^\p{Lu}\.|[.)]$/u.test(text)
  );
}
