/** ASCII needs no more than lower case. */
const NEEDS_FOLDING = /[^\0-\u007F]/;
/** Letters that carry an accent, and accents that stand alone. */
const ACCENTED = /[\u00C0-\u024F]|[\u0300-\u036F]|[\u0370-\u052F]|[\u1E00-\u1FFF]/;
const ACCENTS = /[\u0300-\u036F]/g;
/** Short vowels and the line that stretches Arabic words: most texts leave both out. */
const ARABIC_SIGNS = /[\u0640\u064B-\u0652\u0670]/g;

/**
 * Gives a text as it is compared: lower case, full-width signs as plain ones, without accents and Arabic vowel signs.
 * Signs that change the word in scripts of India and Asia stay.
 */
export function foldText(text: string): string {
  if (!NEEDS_FOLDING.test(text)) return text.toLowerCase();
  let folded = text.normalize('NFKC').toLowerCase();
  if (ACCENTED.test(folded)) folded = folded.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  return folded.replace(ARABIC_SIGNS, '');
}
