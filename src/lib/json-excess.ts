/** The most that a JSON text may hold. A text of 10 MB takes 10 ms to parse as strings, and seconds as brackets. */
export interface JsonLimits {
  /** Lists and objects inside each other. */
  levels: number;
  /** Lists and objects. */
  containers: number;
  /** Members of all objects together. */
  members: number;
  /** Entries of all lists and objects together, but for the first of each. */
  entries: number;
}

/**
 * Says what a JSON text has too much of, as the end of a sentence about the text; undefined when it is within the
 * limits. Looks at each character once and builds nothing, so that it can be asked before the text is parsed. Says
 * nothing about whether the text is JSON: a parser stops at the fault.
 */
export function jsonExcess(text: string, limits: JsonLimits): string | undefined {
  let depth = 0;
  let containers = 0;
  let members = 0;
  let entries = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > limits.levels) return `nests deeper than ${limits.levels} levels`;
        if (++containers > limits.containers) return `has more than ${limits.containers} lists and objects`;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
      case COLON:
        if (++members > limits.members) return `has more than ${limits.members} members`;
        break;
      case COMMA:
        if (++entries > limits.entries) return `has more than ${limits.entries} entries`;
        break;
      default:
    }
  }
  return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Index of the quote that closes the string; the text's length when none does. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) at++;
  }
  return at;
}
