import { codeAt } from '../code-at.ts';
import { isName } from './tokenizer-names.ts';
import { isAsciiWhitespace } from '../../lib/ascii.ts';

/**
 * Offset of the `</name` that ends the raw text which begins at `from`, or the length of the source when nothing does.
 * WHATWG HTML 13.2.5.9 to 13.2.5.14: the name must be followed by white space, `/` or `>`.
 */
export function findRawTextEnd(source: string, from: number, name: string): number {
  for (let at = source.indexOf('</', from); at !== -1; at = source.indexOf('</', at + 2)) {
    if (isEndTagAt(source, at, name)) return at;
  }
  return source.length;
}

/**
 * The same for a script, where `<!--` followed by `<script` hides the next `</script` unless `-->` comes first
 * (WHATWG HTML 13.2.5.18 to 13.2.5.31, "script data escaped" and "double escaped").
 */
export function findScriptEnd(source: string, from: number): number {
  let at = from;
  let end = -1;
  for (;;) {
    if (end < at) end = findRawTextEnd(source, at, 'script');
    const comment = source.slice(at, end).indexOf('<!--');
    if (comment === -1) return end;
    const result = findEscapedScriptEnd(source, at + comment + 4);
    if (result >= 0) return result;
    at = ~result;
  }
}

/** Offset of the end tag, or the complement of the offset behind the `-->` that leaves the escaped text. */
function findEscapedScriptEnd(source: string, from: number): number {
  // The dashes of "<!--" also count as those of "-->".
  let at = from - 2;
  let isDoubleEscaped = false;
  const { length } = source;
  for (; at < length; at++) {
    const char = codeAt(source, at);
    if (char === 0x2d && source.startsWith('-->', at)) return ~(at + 3);
    if (char !== 0x3c) continue;
    if (isDoubleEscaped) {
      if (codeAt(source, at + 1) === 0x2f && isNameAt(source, at + 2, 'script')) isDoubleEscaped = false;
    } else if (isEndTagAt(source, at, 'script')) {
      return at;
    } else if (isNameAt(source, at + 1, 'script')) {
      isDoubleEscaped = true;
    }
  }
  return source.length;
}

function isEndTagAt(source: string, at: number, name: string): boolean {
  return codeAt(source, at + 1) === 0x2f && isNameAt(source, at + 2, name);
}

/** Whether `name` stands at `at`, in any case, and ends there. */
function isNameAt(source: string, at: number, name: string): boolean {
  const stop = at + name.length;
  return isName(source, at, stop, name) && isNameEnd(codeAt(source, stop));
}

function isNameEnd(char: number): boolean {
  return char === 0x3e || char === 0x2f || isAsciiWhitespace(char);
}
