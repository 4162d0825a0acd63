/** Endings that change a word's form and not what it is about; the first that fits is taken off. */
const ENDINGS: ReadonlyArray<readonly [ending: string, replacement: string, minStem: number]> = [
  ['ization', 'iz', 3],
  ['isation', 'iz', 3],
  ['ations', '', 4],
  ['ation', '', 4],
  ['ating', '', 4],
  ['ated', '', 4],
  ['ates', '', 4],
  ['ate', '', 4],
  ['ingly', '', 3],
  ['edly', '', 3],
  ['ising', 'iz', 3],
  ['ised', 'iz', 3],
  ['ises', 'iz', 3],
  ['ise', 'iz', 4],
  ['ings', '', 3],
  ['ions', '', 4],
  ['ing', '', 3],
  ['ion', '', 4],
  ['ies', 'i', 2],
  ['ied', 'i', 2],
  ['sses', 'ss', 2],
  ['ches', 'ch', 2],
  ['shes', 'sh', 2],
  ['xes', 'x', 2],
  ['ed', '', 3],
  ['ly', '', 4],
  ['s', '', 3],
];
const VOWEL = /[aeiouy]/;
const DOUBLED = /([bdfgmnprt])\1$/;
/** No plural of anything. */
const WHOLE_WORDS = new Set(['news']);
const ENGLISH_WORD = /^[a-z]{4,}$/;

/**
 * A lower-case English word without its inflection, in the manner of Porter's first step ("An algorithm for suffix
 * stripping", 1980): `pricing`, `prices` and `price` are one, and so are `integrations` and `integrate`. The result
 * need not be a word. Other words are returned as they are.
 */
export function stem(word: string): string {
  if (!ENGLISH_WORD.test(word) || WHOLE_WORDS.has(word)) return word;
  const bare = withoutEnding(word);
  if (bare.endsWith('e') && bare.length > 3) return bare.slice(0, -1);
  return bare.endsWith('y') && bare.length > 3 ? `${bare.slice(0, -1)}i` : bare;
}

function withoutEnding(word: string): string {
  for (const [ending, replacement, minStem] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    if (rest.length < minStem || !VOWEL.test(rest)) continue;
    // `address`, `status`, `analysis` end in no plural.
    if (ending === 's') return /[sui]$/.test(rest) ? word : rest;
    return replacement === '' ? rest.replace(DOUBLED, '$1') : rest + replacement;
  }
  return word;
}
