/** Chinese, Japanese and Korean say in one character what Latin says in about three. */
const WIDE_WEIGHT = 3;
const FIRST_WIDE = 0x2e80;

/** Length of a text as Latin letters would have it, white space left out; counts no further than `limit`. */
export function weighText(text: string, limit: number): number {
  let weight = 0;
  for (let at = 0; at < text.length && weight < limit; at++) {
    const code = text.charCodeAt(at);
    // A low surrogate belongs to the character before it.
    if (code <= 0x20 || code === 0xa0 || (code & 0xfc00) === 0xdc00) continue;
    weight += code < FIRST_WIDE ? 1 : WIDE_WEIGHT;
  }
  return weight;
}
