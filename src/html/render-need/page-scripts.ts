import * as T from '../tags.ts';
import type { Tree } from '../tree.ts';

/** Types of a script that runs (HTML standard, "JavaScript MIME type"); others hold data. */
const RUNS = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script[\d.]*)?(?:$|[\s;])/i;
/** Rocket Loader and its kind put their own type on what they run later. */
const RUNS_LATER = /^(?:[\da-f]{16,40}-(?:text\/javascript|module)$|text\/(?:partytown|rocketscript)$)/i;
const MAX_TYPE_LENGTH = 100;
/** A longer script does more than send its reader on. */
const MAX_REDIRECT_LENGTH = 2_000;
const MAX_SCRIPTS_READ = 20;

const REDIRECT =
  /(?:^|[^\w.$]|\b(?:window|document|self|globalThis)\.)location(?:\.href)?\s*=(?!=)|\blocation\.(?:replace|assign)\s*\(/;
/** Code that runs when a reader does something, or opened the page without encryption, sends nobody on by itself. */
const ON_DEMAND =
  /addEventListener\s*\(\s*['"](?:click|submit|change|key)|\bonclick\b|\blocation\.protocol\b/;

/** Whether a page holds anything that a browser would run. */
export function hasRunningScript(tree: Tree): boolean {
  return findScript(tree, 0) > 0;
}

/** Whether a short script of the page sends its reader elsewhere. */
export function hasScriptRedirect(tree: Tree): boolean {
  let read = 0;
  for (let node = findScript(tree, 0); node > 0 && read < MAX_SCRIPTS_READ; node = findScript(tree, node)) {
    const text = scriptText(tree, node, MAX_REDIRECT_LENGTH + 1);
    if (text.length > 0) read++;
    if (text.length <= MAX_REDIRECT_LENGTH && REDIRECT.test(text) && !ON_DEMAND.test(text)) return true;
  }
  return false;
}

/** The beginning of a script's own text. */
export function scriptText(tree: Tree, script: number, maxLength: number): string {
  const first = script + 1;
  if (first >= tree.end[script]! || tree.tag[first] !== T.TEXT) return '';
  const text = tree.text(first);
  return text.length > maxLength ? text.slice(0, maxLength) : text;
}

/** The first script that runs after `node`, -1 when there is none. */
function findScript(tree: Tree, node: number): number {
  for (let at = node; ;) {
    at = tree.tag.indexOf(T.SCRIPT, at + 1);
    if (at < 0) return -1;
    const type = (tree.attribute(at, 'type') ?? '').slice(0, MAX_TYPE_LENGTH).trim();
    if (RUNS.test(type) || RUNS_LATER.test(type)) return at;
  }
}
