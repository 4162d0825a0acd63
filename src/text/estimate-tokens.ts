/** Tokens for one code unit of each class. */
const WORD = 1 / 4.7;
const DIGIT = 0.4;
const PUNCTUATION = 0.55;
const MARKED_LATIN = 0.7;
const CYRILLIC_OR_GREEK = 0.275;
const IDEOGRAPH = 0.87;
const OTHER = 0.39;

const FIRST_BEYOND_ASCII = 0x80;
const ASCII = Float64Array.from({ length: FIRST_BEYOND_ASCII }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z\s]/i.test(character)) return WORD;
  return /\d/.test(character) ? DIGIT : PUNCTUATION;
});

/**
 * Estimates how many tokens a model makes of a text, by its scripts: one pass and no vocabulary, as exact tokenizers know
 * one family of models, take seconds to load and hang on `aaaa…`. Not rounded, so estimates of parts add up.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) tokens += tokensOfCode(text.charCodeAt(at));
  return tokens;
}

/** How far a text can be taken from `from` on before it makes more than `most` tokens; at least one code unit. */
export function endWithinTokens(text: string, from: number, most: number): number {
  let left = most;
  let at = from;
  for (; at < text.length; at++) {
    left -= tokensOfCode(text.charCodeAt(at));
    if (left < 0) break;
  }
  return Math.max(at, Math.min(from + 1, text.length));
}

function tokensOfCode(code: number): number {
  if (code < FIRST_BEYOND_ASCII) return ASCII[code]!;
  if (code < 0x0370) return MARKED_LATIN;
  if (code < 0x0530) return CYRILLIC_OR_GREEK;
  if (code >= 0x2e80 && code < 0xac00) return IDEOGRAPH;
  if (code >= 0xf900 && code < 0xfb00) return IDEOGRAPH;
  if (code >= 0xac00 && code < 0xd7b0) return IDEOGRAPH;
  if (code >= 0x2000 && code < 0x2e80) return PUNCTUATION;
  if (code >= 0xff00 && code < 0xfff0) return IDEOGRAPH;
  return OTHER;
}
