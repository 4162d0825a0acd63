import { HEAD, SCRIPT, STYLE, SVG, TEMPLATE, TEXT } from './tags.ts';
import type { Tree } from './tree.ts';

/** A page that shows at least so many characters says something without its scripts. */
const ENOUGH_CHARACTERS = 200;
/** Not noscript: some pages carry all of their text in it, and a mere "please enable JavaScript" is short. */
const UNSEEN: ReadonlySet<number> = new Set([HEAD, SCRIPT, STYLE, TEMPLATE, SVG]);

/** Whether a page is next to empty until its scripts have run. Stops at the first characters of a page that is not. */
export function isScriptShell(tree: Tree): boolean {
  let characters = 0;
  let hasScript = false;
  for (let node = 1; node < tree.length;) {
    const tag = tree.tag[node] ?? TEXT;
    if (tag === SCRIPT) hasScript = true;
    if (tag === HEAD) hasScript ||= holdsScript(tree, node);
    if (UNSEEN.has(tag)) {
      node = tree.end[node] ?? tree.length;
      continue;
    }
    if (tag === TEXT) characters += tree.text(node).trim().length;
    if (characters >= ENOUGH_CHARACTERS) return false;
    node++;
  }
  return hasScript;
}

function holdsScript(tree: Tree, top: number): boolean {
  const end = tree.end[top] ?? tree.length;
  for (let node = top; node < end; node++) if (tree.tag[node] === SCRIPT) return true;
  return false;
}
