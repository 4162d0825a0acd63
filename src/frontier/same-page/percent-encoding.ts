/** An escape, a `%` that begins none, or a character that RFC 3986 wants escaped and the URL parser leaves as it is. */
const ESCAPES = /%(?:[0-9a-f]{2})?|[[\]{}|\\^`]/gi;
const NEEDS_WORK = /[%[\]{}|\\^`]/;
const UNRESERVED = /^[\w.~-]$/;

/**
 * The percent-encoding normal form of a path, query or fragment (RFC 3986 section 6.2.2): upper-case hex, unreserved
 * characters decoded, a `%` that escapes nothing written `%25`, and characters that may not stand unescaped escaped.
 * `alsoDecoded` names further characters to decode.
 */
export function normalizePercentEncoding(text: string, alsoDecoded = ''): string {
  if (!NEEDS_WORK.test(text)) return text;
  return text.replace(ESCAPES, (found) => {
    if (found === '%') return '%25';
    if (found.length === 1) return escapeCharacter(found);
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return UNRESERVED.test(character) || alsoDecoded.includes(character) ? character : found.toUpperCase();
  });
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
