import { codeAt } from './code-at.ts';
import { isAsciiWhitespace } from '../lib/ascii.ts';
/** One image of a `srcset`, with the width or density it is declared for. */
export interface SrcsetCandidate {
  url: string;
  /** Declared width in px, from a `w` descriptor. */
  width?: number;
  /** Declared pixel density, from an `x` descriptor. */
  density?: number;
}

/** Every valid candidate in order, by WHATWG HTML 4.8.4.3.10 "Parsing a srcset attribute"; linear in the text. */
export function parseSrcset(text: string): SrcsetCandidate[] {
  const candidates: SrcsetCandidate[] = [];
  let at = 0;
  for (;;) {
    while (at < text.length && (isSpace(text, at) || text[at] === ',')) at++;
    if (at >= text.length) return candidates;
    const urlStart = at;
    while (at < text.length && !isSpace(text, at)) at++;
    const urlEnd = withoutTrailingCommas(text, urlStart, at);
    let descriptors: string[] = [];
    if (urlEnd === at) ({ descriptors, next: at } = readDescriptors(text, at));
    const candidate = describe(text.slice(urlStart, urlEnd), descriptors);
    if (candidate !== undefined) candidates.push(candidate);
  }
}

function withoutTrailingCommas(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && text[last - 1] === ',') last--;
  return last;
}

/** The descriptors up to the comma that ends a candidate; commas and spaces inside parentheses belong to them. */
function readDescriptors(text: string, start: number): { descriptors: string[]; next: number } {
  const descriptors: string[] = [];
  let tokenStart = start;
  let isInParentheses = false;
  let at = start;
  const endToken = (): void => {
    if (at > tokenStart) descriptors.push(text.slice(tokenStart, at));
    tokenStart = at + 1;
  };
  for (; at < text.length; at++) {
    const char = text[at];
    if (isInParentheses) isInParentheses = char !== ')';
    else if (char === '(') isInParentheses = true;
    else if (isSpace(text, at)) endToken();
    else if (char === ',') break;
  }
  endToken();
  return { descriptors, next: at + 1 };
}

/** Undefined when a descriptor is not valid, as the standard drops the whole candidate then. */
function describe(url: string, descriptors: readonly string[]): SrcsetCandidate | undefined {
  const candidate: SrcsetCandidate = { url };
  let hasHeight = false;
  for (const descriptor of descriptors) {
    const kind = descriptor.at(-1);
    const number = numberOf(descriptor.slice(0, -1), kind);
    if (number === undefined) return undefined;
    if (kind === 'w') {
      if (candidate.width !== undefined || candidate.density !== undefined) return undefined;
      candidate.width = number;
    } else if (kind === 'x') {
      if (candidate.width !== undefined || candidate.density !== undefined || hasHeight) return undefined;
      candidate.density = number;
    } else {
      if (hasHeight || candidate.density !== undefined) return undefined;
      hasHeight = true;
    }
  }
  return hasHeight && candidate.width === undefined ? undefined : candidate;
}

/**
 * Gives the number of a width or height in pixels (`w`, `h`), or of a density (`x`); undefined when it is not valid.
 */
function numberOf(value: string, kind: string | undefined): number | undefined {
  const number = Number(value);
  if (kind === 'w' || kind === 'h') return /^\d+$/.test(value) && number > 0 ? number : undefined;
  const isDensity = kind === 'x' && /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i.test(value);
  return isDensity && number >= 0 ? number : undefined;
}

function isSpace(text: string, at: number): boolean {
  return isAsciiWhitespace(codeAt(text, at));
}
