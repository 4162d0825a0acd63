const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z\d]+/g;
const WORD = /[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}+/gu;
/** Scripts that put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * The words of a text: lower case, without diacritics. A script without spaces gives its pairs of characters, which
 * stand in for words.
 */
export function wordsOf(text: string): string[] {
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  const folded = text.toLowerCase().normalize('NFKD').replace(MARKS, '').replaceAll('ß', 'ss');
  const words = folded.normalize('NFKC').match(WORD) ?? [];
  return words.flatMap((word) => (word.length > 2 && UNSPACED.test(word) ? pairsOf(word) : [word]));
}

function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character);
}
