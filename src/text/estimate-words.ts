import { DENSE, letterKinds, SPACED } from './letter-kinds.ts';

/** Signs for one word: ideographs and kana say more than the letters of Thai or Khmer. */
const SIGNS = 2;
const LETTERS_WITHOUT_SPACES = 4;
const FIRST_IDEOGRAPH = 0x2e80;
const FIRST_HANGUL = 0xac00;

/** Words of a text; in scripts that do not part them, about as many as there would be. */
export function estimateWords(text: string): number {
  const kinds = letterKinds();
  let words = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = kinds[code];
    if (kind === SPACED && !isInWord) words++;
    else if (kind === DENSE) {
      words += 1 / (code >= FIRST_IDEOGRAPH && code < FIRST_HANGUL ? SIGNS : LETTERS_WITHOUT_SPACES);
    }
    isInWord = kind === SPACED;
  }
  return words;
}
