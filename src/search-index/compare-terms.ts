const SURROGATES = /[\ud800-\udfff]/;
const FIRST_SURROGATE = 0xd800;
const BEHIND_SURROGATES = 0xe000;

/** Compares as bytes of UTF-8 do, and as `collate "C"` does: strings alone put signs beyond the first plane too early. */
export function compareTerms(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a !== b) return placeOf(a) - placeOf(b);
  }
  return left.length - right.length;
}

/** The terms in the order of their bytes. */
export function sortTerms(terms: readonly string[]): string[] {
  return terms.some((term) => SURROGATES.test(term)) ? terms.toSorted(compareTerms) : terms.toSorted();
}

function placeOf(code: number): number {
  if (code < FIRST_SURROGATE) return code;
  return code < BEHIND_SURROGATES ? code + 0x2000 : code - 0x800;
}
