import { compileSelector, selectAll } from '../select.ts';
import { FIRST_ELEMENT_TAG } from '../tags.ts';
import type { Tree } from '../tree.ts';

/** Gives a selector that matches one element of a page alone; undefined when there is none that people could read. */
export type FindSelector = (node: number) => string | undefined;

/** Steps from an element that can be named to the one that is meant. */
const MAX_STEPS = 12;
/** Nodes that may be looked at to prove selectors; a part of a large page goes without one then. */
const MAX_LOOKS = 60_000_000;
/** Names that stand in a selector as they are. */
const PLAIN_NAME = /^-?[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF-]*$/;
const ELEMENT_NAME = /^[a-z][a-z0-9-]*$/;

/** How often each name stands in a page, and the place of each element among its siblings of the same name. */
interface Names {
  counts: ReadonlyMap<string, number>;
  /** Counts from 1. */
  nth: Int32Array;
}

/** Reads the names of a page once; each selector is proved with the engine that `includeTags` uses. */
export function createFindSelector(tree: Tree): FindSelector {
  const names = readNames(tree);
  let looks = 0;
  return function findSelector(node) {
    const selector = selectorOf(tree, node, names);
    if (selector === undefined) return undefined;
    looks += tree.length * (selector.split('>').length + 1);
    if (looks > MAX_LOOKS) return undefined;
    const matched = selectAll(tree, compileSelector(selector));
    return matched.length === 1 && matched[0] === node ? selector : undefined;
  };
}

function readNames(tree: Tree): Names {
  const counts = new Map<string, number>();
  const siblings = new Map<number, number>();
  const nth = new Int32Array(tree.length);
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  for (let node = 1; node < tree.length; node++) {
    const tag = tree.tag[node]!;
    if (tag < FIRST_ELEMENT_TAG) continue;
    const kind = tree.parent[node]! * 65_536 + tag;
    nth[node] = (siblings.get(kind) ?? 0) + 1;
    siblings.set(kind, nth[node]!);
    for (const name of namesOf(tree, node)) count(name);
  }
  return { counts, nth };
}

/** The selectors of one name that an element could have, the clearest first. */
function namesOf(tree: Tree, node: number): string[] {
  const tag = tree.name(node);
  if (!ELEMENT_NAME.test(tag)) return [];
  if (!tree.hasAttributes(node)) return [tag];
  const id = tree.attribute(node, 'id') ?? '';
  const classes = new Set(
    (tree.attribute(node, 'class') ?? '').split(/\s+/).filter((name) => PLAIN_NAME.test(name)),
  );
  return [
    ...(PLAIN_NAME.test(id) ? [`#${id}`] : []),
    ...Array.from(classes, (name) => `.${name}`),
    tag,
    ...Array.from(classes, (name) => `${tag}.${name}`),
  ];
}

function selectorOf(tree: Tree, node: number, { counts, nth }: Names): string | undefined {
  const steps: string[] = [];
  for (let at = node; at > 0 && steps.length <= MAX_STEPS; at = tree.parent[at]!) {
    if (tree.tag[at]! < FIRST_ELEMENT_TAG) return undefined;
    const own = namesOf(tree, at);
    if (own.length === 0) return undefined;
    const name = own.find((each) => counts.get(each) === 1);
    if (name !== undefined) return [name, ...steps].join(' > ');
    steps.unshift(`${tree.name(at)}:nth-of-type(${nth[at]})`);
  }
  return undefined;
}
