import { MAX_VALUE_LENGTH, cleanValue } from './text.ts';
import { HEAD } from '../tags.ts';
import type { Tree } from '../tree.ts';

const MAX_NAME_LENGTH = 200;
const MAX_NAMES = 1000;

interface MetaTag {
  /** As first written on the page. */
  name: string;
  values: Set<string>;
  totalLength: number;
}

/** The named `meta` elements of a page (`name`, `property`, `itemprop`); names are compared without case. */
export class MetaTags {
  readonly #tags = new Map<string, MetaTag>();

  constructor(tree: Tree, metas: readonly number[]) {
    for (const node of metas) this.#read(tree, node);
  }

  /** The first value under the first of these lower-case names that has one. */
  first(...names: string[]): string | undefined {
    return this.#find(names)?.values.values().next().value;
  }

  /** The distinct values under the first of these lower-case names that has any. */
  all(...names: string[]): string[] {
    const tag = this.#find(names);
    return tag === undefined ? [] : [...tag.values];
  }

  /** Each name as first written, with its distinct values. */
  *entries(): Iterable<[name: string, values: readonly string[]]> {
    for (const { name, values } of this.#tags.values()) yield [name, [...values]];
  }

  #find(names: readonly string[]): MetaTag | undefined {
    for (const name of names) {
      const tag = this.#tags.get(name);
      if (tag !== undefined) return tag;
    }
    return undefined;
  }

  #read(tree: Tree, node: number): void {
    const content = tree.attribute(node, 'content');
    const value = content === undefined ? '' : cleanValue(content);
    if (value === '') return;
    this.#add(tree.attribute(node, 'name'), value);
    this.#addEach(tree.attribute(node, 'property'), value);
    // In the body, microdata describes the thing that it stands in, such as the price of one of many offers.
    if (tree.tag[tree.parent[node]!] === HEAD) this.#addEach(tree.attribute(node, 'itemprop'), value);
  }

  /** `property` and `itemprop` may hold several names. */
  #addEach(names: string | undefined, value: string): void {
    if (names === undefined || names.length > MAX_NAME_LENGTH) return;
    for (const name of names.split(/\s+/)) this.#add(name, value);
  }

  #add(rawName: string | undefined, value: string): void {
    if (rawName === undefined || rawName.length > MAX_NAME_LENGTH) return;
    const name = cleanValue(rawName);
    const key = name.toLowerCase();
    let tag = this.#tags.get(key);
    if (tag === undefined) {
      if (name === '' || this.#tags.size >= MAX_NAMES) return;
      tag = { name, values: new Set(), totalLength: 0 };
      this.#tags.set(key, tag);
    }
    if (tag.totalLength >= MAX_VALUE_LENGTH || tag.values.has(value)) return;
    tag.values.add(value);
    tag.totalLength += value.length;
  }
}

/** Repeated clean values as the wire contract writes them: one string, joined by a comma and a space. */
export function joinValues(values: readonly string[]): string {
  const [only = ''] = values;
  return values.length < 2 ? only : cleanValue(values.join(', '));
}
