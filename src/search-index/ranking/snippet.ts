import type { TextWindow } from './best-window.ts';

/** Longest passage that is shown, in characters. */
const MAX_LETTERS = 300;
const SENTENCE_END = /[.!?…]["'”’»)\]]*\s|[。！？]|\n/g;
const SPACE = /\s+/g;
const MORE = '…';

/** A passage of a text as it is shown: the window, widened to the ends of sentences as far as there is room. */
export function makeSnippet(text: string, { start, end }: Pick<TextWindow, 'start' | 'end'>): string {
  const last = Math.min(end, start + MAX_LETTERS);
  const room = MAX_LETTERS - (last - start);
  const from = startOfSnippet(text, start, room);
  const to = endOfSnippet(text, last, from.at + MAX_LETTERS);
  const passage = text.slice(from.at, to.at).replace(SPACE, ' ').trim();
  return (from.isCut ? MORE : '') + passage + (to.isCut ? MORE : '');
}

/** The beginning of a text, up to the end of a sentence. */
export function firstSentences(text: string): string {
  const start = Math.max(text.search(/\S/), 0);
  return makeSnippet(text, { start, end: start });
}

interface Cut {
  readonly at: number;
  /** True within a sentence. */
  readonly isCut: boolean;
}

/** The beginning of the sentence, where it fits; else a place between two words, with half of the room. */
function startOfSnippet(text: string, start: number, room: number): Cut {
  const earliest = Math.max(start - room, 0);
  const before = text.slice(earliest, start);
  const last = [...before.matchAll(SENTENCE_END)].at(-1);
  if (last !== undefined) return { at: earliest + last.index + last[0].length, isCut: false };
  if (earliest === 0) return { at: 0, isCut: false };
  const middle = start - Math.floor(room / 2);
  const space = text.slice(middle, start).search(/\s/);
  return { at: space === -1 ? wholeSign(text, middle) : middle + space + 1, isCut: true };
}

/** The last end of a sentence that fits; else a place between two words. */
function endOfSnippet(text: string, end: number, latest: number): Cut {
  if (latest >= text.length) return { at: text.length, isCut: false };
  const after = text.slice(end, latest + 1);
  const last = [...after.matchAll(SENTENCE_END)].at(-1);
  if (last !== undefined) return { at: end + last.index + last[0].length, isCut: false };
  const space = after.search(/\s\S*$/);
  return { at: space === -1 ? wholeSign(text, latest) : end + space, isCut: true };
}

/** The place itself, or the one before it where a sign of two halves would be cut through. */
function wholeSign(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
