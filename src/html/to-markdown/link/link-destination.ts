const NEEDS_CARE = /[\s<>()\\`|]|&#?[\dA-Za-z]+;/;
const UNSAFE = /[\s<>`|]/g;
const REFERENCE = /&(?=#?[\dA-Za-z]+;)/g;
const MAX_DEPTH = 3;

/**
 * A URL as CommonMark writes it between the parentheses of a link (section 6.3): spaces, angle brackets, backticks and pipes
 * as percent escapes, parentheses escaped unless they pair up, and nothing that could be read as a character reference.
 */
export function linkDestination(url: string): string {
  if (!NEEDS_CARE.test(url)) return url;
  const encoded = url.replace(UNSAFE, encodeURIComponent).replace(REFERENCE, '&amp;').replaceAll('\\', '%5C');
  return hasPairedParentheses(encoded) ? encoded : encoded.replace(/[()]/g, '\\$&');
}

function hasPairedParentheses(url: string): boolean {
  let depth = 0;
  for (const character of url) {
    if (character === '(' && ++depth > MAX_DEPTH) return false;
    if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
