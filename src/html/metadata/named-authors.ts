import { isAuthorName } from './author-names.ts';
import { FIRST_ELEMENT_TAG } from '../tags.ts';
import type { Tree } from '../tree.ts';
import { cleanValue, elementText, MAX_VALUE_LENGTH } from './text.ts';

/** Longest way up to the item that a property belongs to. */
const MAX_STEPS = 200;
/** Marks of authors that are read; a page with more lists what many wrote. */
const MAX_MARKS = 100;
const MAX_NAMES = 5;
/** Nodes of an author in which the name is looked for. */
const NAME_NODES = 60;
const LONGEST_NAME = 80;
const MOST_WORDS = 6;
/** The text of a link to an author that is no name. */
const NO_LINKED_NAME = /^(?:view|more|all|see|read|about|author|posts?)\s|\sposts$/i;
/** The item that the page is about may be a property of the page itself. */
const MAIN_ITEM = /(?:^|\s)mainEntity(?:OfPage)?(?:\s|$)/;

/**
 * The names of whoever wrote the page, as its elements mark them: the microdata property `author` of the page's own item,
 * else the link that is `rel="author"`. Undefined where several items have authors of their own, as in a list of
 * articles, or links lead to several authors. `marked` has all elements with an `itemprop` or a `rel`, in document order.
 */
export function namedAuthors(tree: Tree, marked: readonly number[]): string | undefined {
  const byItem = new Map<number, Set<string>>();
  const linked = new Set<string>();
  let marks = 0;
  for (const node of marked) {
    if (marks === MAX_MARKS) break;
    const isProperty = hasWord(tree.attribute(node, 'itemprop'), 'author');
    if (!isProperty && !hasWord(tree.attribute(node, 'rel'), 'author')) continue;
    marks++;
    const name = nameIn(tree, node);
    if (name === '') continue;
    if (isProperty) noteProperty(tree, node, { name, byItem });
    else if (!NO_LINKED_NAME.test(name)) linked.add(name);
  }
  if (byItem.size > 0) return byItem.size === 1 ? joined([...byItem.values()][0]!) : undefined;
  return linked.size === 1 ? joined(linked) : undefined;
}

function joined(names: ReadonlySet<string>): string | undefined {
  if (names.size === 0 || names.size > MAX_NAMES) return undefined;
  return [...names].join(', ').slice(0, MAX_VALUE_LENGTH);
}

function noteProperty(
  tree: Tree,
  node: number,
  { name, byItem }: { name: string; byItem: Map<number, Set<string>> },
): void {
  const item = ownItem(tree, node);
  if (item === undefined) return;
  const names = byItem.get(item);
  if (names === undefined) byItem.set(item, new Set([name]));
  else names.add(name);
}

/** The outermost item that a property belongs to, 0 for the page; undefined when it belongs to an item within. */
function ownItem(tree: Tree, property: number): number | undefined {
  for (
    let at = tree.parent[property]!, steps = 0;
    at > 0 && steps < MAX_STEPS;
    at = tree.parent[at]!, steps++
  ) {
    if (tree.attribute(at, 'itemscope') === undefined) continue;
    const role = tree.attribute(at, 'itemprop');
    return role === undefined || MAIN_ITEM.test(role) ? at : undefined;
  }
  return 0;
}

/** The name that a mark of an author bears: `content`, the property `name` inside, or the text. */
function nameIn(tree: Tree, node: number): string {
  const end = Math.min(tree.end[node]!, node + NAME_NODES);
  for (let inner = node + 1; inner < end; inner++) {
    if (tree.tag[inner]! < FIRST_ELEMENT_TAG || !hasWord(tree.attribute(inner, 'itemprop'), 'name')) continue;
    return validName(tree.attribute(inner, 'content') ?? elementText(tree, inner));
  }
  return validName(tree.attribute(node, 'content') ?? elementText(tree, node));
}

function validName(text: string): string {
  const name = cleanValue(text).replace(/^(?:by|von|par|por)\s+(?=\S)/i, '');
  const isShort = name.length <= LONGEST_NAME && name.split(' ').length <= MOST_WORDS;
  return isShort && isAuthorName(name) ? name : '';
}

function hasWord(value: string | undefined, word: string): boolean {
  return value !== undefined && (value === word || value.split(/\s+/).includes(word));
}
