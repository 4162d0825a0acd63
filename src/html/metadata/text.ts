import { SCRIPT, STYLE, TEXT } from '../tags.ts';
import type { Tree } from '../tree.ts';

/** Longest metadata value kept, in characters. */
export const MAX_VALUE_LENGTH = 10_000;

/** Printable ASCII without a space at an edge or two in a row. */
const CLEAN = /^[!-~]+(?: [!-~]+)*$/;
/** The runs that `cleanValue` turns into one space, where they are not one already. */
const SPACES = /[\s\p{Cc}]{2,}|[^\S ]|\p{Cc}/gu;

/**
 * A value as it may stand in an answer: white space and control characters collapsed to single spaces, cut to
 * `MAX_VALUE_LENGTH`, and without halves of surrogate pairs, which a database does not take.
 */
export function cleanValue(text: string): string {
  // Names and nearly all short values are clean.
  if (text.length <= MAX_VALUE_LENGTH && CLEAN.test(text)) return text;
  return text
    .slice(0, 2 * MAX_VALUE_LENGTH)
    .replaceAll(SPACES, ' ')
    .trim()
    .slice(0, MAX_VALUE_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}

/** The text inside an element, scripts and styles left out, as a clean value. */
export function elementText(tree: Tree, element: number): string {
  let text = '';
  for (let node = element + 1; node < tree.end[element]! && text.length < 2 * MAX_VALUE_LENGTH; node++) {
    const tag = tree.tag[node];
    if (tag === TEXT) text += tree.text(node);
    else if (tag === SCRIPT || tag === STYLE) node = tree.end[node]! - 1;
    else text += ' ';
  }
  return cleanValue(text);
}
