import { isAsciiWhitespace } from '../lib/ascii.ts';
import { codeAt } from './code-at.ts';

/** The URLs named by `url(...)` in a CSS value or declaration list, escapes of single characters undone; linear. */
export function findCssUrls(css: string): string[] {
  const urls: string[] = [];
  for (let at = findFunction(css, 0); at !== -1;) {
    const { url, end } = readArgument(css, at);
    if (url !== '' && !url.startsWith('#')) urls.push(url.replaceAll(/\\([^0-9a-f])/gis, '$1'));
    at = findFunction(css, end);
  }
  return urls;
}

/** Where the argument of the next `url(` begins; -1 when there is none. */
function findFunction(css: string, from: number): number {
  for (let paren = css.indexOf('(', from); paren !== -1; paren = css.indexOf('(', paren + 1)) {
    if (css.slice(Math.max(0, paren - 3), paren).toLowerCase() === 'url') return paren + 1;
  }
  return -1;
}

/** The argument up to its closing quote or parenthesis; empty when that is missing (CSS Syntax 4.3.6). */
function readArgument(css: string, start: number): { url: string; end: number } {
  let at = start;
  while (isAsciiWhitespace(codeAt(css, at))) at++;
  const quote = css[at] === '"' || css[at] === "'" ? css[at] : undefined;
  const from = quote === undefined ? at : at + 1;
  for (at = from; at < css.length; at++) {
    const char = css[at];
    if (char === '\\') at++;
    else if (
      quote === undefined
        ? char === ')' || char === '(' || isAsciiWhitespace(codeAt(css, at))
        : char === quote
    ) {
      return { url: char === '(' ? '' : css.slice(from, at), end: at };
    }
  }
  return { url: '', end: css.length };
}
