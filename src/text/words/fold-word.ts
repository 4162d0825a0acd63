const ASCII = /^[\0-\x7f]*$/;
/** Accents and vowel signs, but those of scripts where another sign is another word: Thai to Burmese, Khmer, kana. */
const STRIPPED = /(?![\u0e00-\u109f\u1780-\u17ff\u3099\u309a\ua9e0-\ua9ff\uaa60-\uaa7f])\p{M}+/gu;
/** Signs that are not seen, and the line that stretches Arabic words. */
const UNSEEN = /[\u00ad\u0640\u200b-\u200d\u2060\ufeff]/g;
/** Letters that no decomposition turns into those that many write in their place. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
  ک: 'ك',
  ی: 'ي',
  ى: 'ي',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Gives a word as it is compared: lower case, without accents, wide and ligated signs as plain ones. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  const bare = word.normalize('NFKD').replace(STRIPPED, '').replace(UNSEEN, '');
  return bare
    .toLowerCase()
    .normalize('NFKC')
    .replace(NOT_PLAIN, (letter) => PLAIN[letter]!);
}
