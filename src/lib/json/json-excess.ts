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
  return createJsonMeter(limits).add(text);
}

/** Measures a JSON text that arrives in pieces. */
export interface JsonMeter {
  /** Says what the text has too much of by the end of this piece. Bytes of UTF-8 may come as Latin-1. */
  add(piece: string): string | undefined;
}

/** Makes a meter for one text: a text that is beyond the limits is known for it before its end has arrived. */
export function createJsonMeter(limits: JsonLimits): JsonMeter {
  let depth = 0;
  let containers = 0;
  let members = 0;
  let entries = 0;
  let isInString = false;
  let isEscaped = false;

  /** Gives the index after the string, or the length of a piece that ends within it. */
  function skipString(piece: string, start: number): number {
    let at = start;
    if (isEscaped && at < piece.length) {
      isEscaped = false;
      at++;
    }
    for (; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (code === QUOTE) {
        isInString = false;
        return at + 1;
      }
      if (code === BACKSLASH && ++at === piece.length) isEscaped = true;
    }
    return piece.length;
  }

  function add(piece: string): string | undefined {
    let at = 0;
    while (at < piece.length) {
      if (isInString) {
        at = skipString(piece, at);
        continue;
      }
      switch (piece.charCodeAt(at++)) {
        case QUOTE:
          isInString = true;
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

  return { add };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
