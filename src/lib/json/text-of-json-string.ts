import type { JsonText } from './json-text.ts';

/** Bytes of JSON that are text at the same moment. */
const SLICE_BYTES = 64 * 1024;

/** An escape that has begun and whose end is not there yet: behind an even number of backslashes. */
const OPEN_ESCAPE = /(?<!\\)(?:\\\\)*(\\(?:u[0-9a-f]{0,3})?)$/i;
const CLOSING_QUOTE = /(?<!\\)(\\*)"$/;

/** The text of a JSON string as UTF-8, slice by slice: a string of megabytes is never whole in memory. */
export function* textOfJsonString({ pieces }: Pick<JsonText, 'pieces'>): Generator<Buffer, void, undefined> {
  const decoder = new TextDecoder();
  // The first character is a quote, and so is the last one, which `held` keeps to the end.
  let isFirst = true;
  let held = '';
  for (const slice of slicesOf(pieces)) {
    let text = held + decoder.decode(slice, { stream: true });
    if (isFirst && text !== '') {
      text = text.slice(1);
      isFirst = false;
    }
    const to = endOfWholeCharacters(text);
    held = text.slice(to);
    if (to > 0) yield Buffer.from(JSON.parse(`"${text.slice(0, to)}"`) as string);
  }
}

function* slicesOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += SLICE_BYTES)
      yield piece.subarray(from, from + SLICE_BYTES);
  }
}

/** Finds the end of the text that can be read alone: the closing quote and an escape that is cut in two stay behind. */
function endOfWholeCharacters(text: string): number {
  const escape = OPEN_ESCAPE.exec(text)?.[1];
  if (escape !== undefined) return text.length - escape.length;
  // `\\"` is a backslash and the closing quote, `\"` a quote in the text.
  const backslashes = CLOSING_QUOTE.exec(text)?.[1]?.length ?? 1;
  return backslashes % 2 === 0 ? text.length - 1 : text.length;
}
