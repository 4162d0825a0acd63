import * as T from '../../html/tags.ts';
import type { Tree } from '../../html/tree.ts';

/** The words that the authors of a page gave to a thing itself. */
const NAMING = ['itemprop', 'property', 'data-testid', 'data-test', 'data-qa', 'data-field'];
/** A name that is written in a selector as it is. */
const PLAIN = /^[\p{L}_][\p{L}\p{N}_-]{0,60}$/u;
const TAG = /^[a-z][a-z0-9-]{0,30}$/;
/** Different names of a page that are counted; others name nothing. */
const MOST_NAMES = 100_000;
const MOST_STEPS = 8;

/** CSS selectors of a page, each of which leads to one element of it alone. */
export class NodeSelectors {
  readonly #tree: Tree;
  readonly #counts = new Map<string, number>();
  /** By node: the how-manieth of its kind it is in its parent. */
  readonly #ordinals: Uint32Array;

  /** Passes once over the page. */
  constructor(tree: Tree) {
    this.#tree = tree;
    this.#ordinals = new Uint32Array(tree.length);
    const kinds = new Map<string, number>();
    for (let node = 1; node < tree.length; node++) {
      if (tree.tag[node]! < T.FIRST_ELEMENT_TAG) continue;
      const kind = `${tree.parent[node]} ${tree.name(node)}`;
      const ordinal = (kinds.get(kind) ?? 0) + 1;
      kinds.set(kind, ordinal);
      this.#ordinals[node] = ordinal;
      for (const name of namesOf(tree, node)) this.#count(name);
    }
  }

  /** Undefined where nothing near the element has a name of its own. */
  of(element: number): string | undefined {
    const tree = this.#tree;
    const steps: string[] = [];
    for (let node = element; node > 0 && steps.length < MOST_STEPS; node = tree.parent[node]!) {
      const own = namesOf(tree, node).find((name) => this.#counts.get(name) === 1);
      if (own !== undefined) return [own, ...steps].join(' > ');
      const name = tree.name(node);
      if (!TAG.test(name)) return undefined;
      steps.unshift(`${name}:nth-of-type(${this.#ordinals[node]})`);
    }
    return undefined;
  }

  #count(name: string): void {
    const known = this.#counts.get(name);
    if (known !== undefined || this.#counts.size < MOST_NAMES) this.#counts.set(name, (known ?? 0) + 1);
  }
}

/** Selectors by single names, the most telling first. */
function namesOf(tree: Tree, node: number): string[] {
  const names: string[] = [];
  if (tree.hasAttributes(node)) {
    for (const attribute of NAMING) {
      const value = tree.attribute(node, attribute);
      if (value !== undefined && PLAIN.test(value)) names.push(`[${attribute}="${value}"]`);
    }
    const id = tree.attribute(node, 'id');
    if (id !== undefined && PLAIN.test(id)) names.push(`#${id}`);
    const classes = new Set(tree.attribute(node, 'class')?.split(/[\t\n\f\r ]+/));
    for (const name of classes) if (PLAIN.test(name)) names.push(`.${name}`);
  }
  const tag = tree.name(node);
  if (TAG.test(tag)) names.push(tag);
  return names;
}
