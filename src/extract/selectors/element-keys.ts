import * as T from '../../html/tags.ts';
import type { Tree } from '../../html/tree.ts';

const MOST_CLASSES = 3;
/** Names with numbers belong to one page, or to one build of a site. */
const STABLE = /^[\p{L}_-]{2,40}$/u;
/** Classes that say what state an element is in, or what a script does with it. */
const STATE = /^(?:is|has|js|no)-|^(?:active|open|closed|selected|hidden|visible|show|first|last|odd|even)$/;
const LANDMARK = /^(?:main|article|aside|header|footer|nav)$/;
/** The word in a name that its authors gave to the thing, not to its looks; they outlast a new design. */
const NAMING = ['itemprop', 'property', 'data-testid', 'data-test', 'data-qa', 'data-field'];

/** The names that an element has on every page of its template, the steadiest first: `[itemprop=price]`, `#price`, `.price`. */
export function elementKeys(tree: Tree, node: number): readonly string[] {
  const name = tree.name(node);
  const isTelling = tree.tag[node] === T.H1 || tree.tag[node] === T.TIME || LANDMARK.test(name);
  if (!tree.hasAttributes(node)) return [name];
  const keys: string[] = [];
  for (const attribute of NAMING) {
    const value = tree.attribute(node, attribute)?.trim();
    if (value !== undefined && STABLE.test(value)) keys.push(`[${attribute}=${value}]`);
  }
  const id = tree.attribute(node, 'id')?.trim();
  if (id !== undefined && STABLE.test(id)) keys.push(`#${id}`);
  keys.push(...classesOf(tree, node));
  if (isTelling || keys.length === 0) keys.push(name);
  return keys;
}

function classesOf(tree: Tree, node: number): string[] {
  const written = tree.attribute(node, 'class');
  if (written === undefined) return [];
  const classes = written.slice(0, 400).split(/\s+/);
  return classes
    .filter((name) => STABLE.test(name) && !STATE.test(name))
    .slice(0, MOST_CLASSES)
    .map((name) => `.${name}`);
}

/** Tells whether a key is more than the kind of an element. */
export function isNamedKey(key: string): boolean {
  return /^[[#.]/.test(key) || LANDMARK.test(key);
}
