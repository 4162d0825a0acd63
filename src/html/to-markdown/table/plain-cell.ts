import { codeAt } from '../../code-at.ts';
import { TEXT } from '../../tags.ts';
import type { Tree } from '../../tree.ts';

/** Characters of ASCII that may mean something in Markdown, and those that are no part of a text. */
const IS_SPECIAL = new Uint8Array(128);
IS_SPECIAL.fill(1, 0, 0x20);
for (const character of '\\*_`~[]<&!|') IS_SPECIAL[character.charCodeAt(0)] = 1;
const SPACE = 0x20;
const LAST_OF_ASCII = 0x7f;

/** Text of a cell that holds nothing else and is written as it stands; undefined for any other cell. */
export function plainCellText(tree: Tree, node: number, isLeftOut: Uint8Array): string | undefined {
  const inside = tree.end[node]! - node - 1;
  if (inside === 0) return '';
  if (inside > 1 || tree.tag[node + 1] !== TEXT || isLeftOut[node + 1] === 1) return undefined;
  const text = tree.text(node + 1);
  return isPlain(text) ? text : undefined;
}

function isPlain(text: string): boolean {
  const { length } = text;
  // A space at the start counts as one beside another.
  let last = SPACE;
  for (let at = 0; at < length; at++) {
    const code = codeAt(text, at);
    if (code > LAST_OF_ASCII ? isDoubtful(code) : IS_SPECIAL[code] === 1) return false;
    if (code === SPACE && last === SPACE) return false;
    last = code;
  }
  return last !== SPACE;
}

/** White space, and characters that nobody sees: one by one, or with all others around them. */
function isDoubtful(code: number): boolean {
  if (code < 0x1680) return code === 0xa0 || code === 0xad;
  return code === 0x1680 || (code >= 0x2000 && code <= 0x206f) || code === 0x3000 || code === 0xfeff;
}
