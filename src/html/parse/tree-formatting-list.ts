import type { AttributeTable } from './tokenizer-attributes.ts';
import type { CharacterData } from './tree-character-data.ts';
import type { NodeColumns } from './tree-nodes.ts';

const MARKER = -1;
/** Equal elements kept after the last marker: the standard's "Noah's Ark clause". */
const MAX_EQUAL = 3;
/** Elements kept after the last marker at all; no page means to have so many and each one costs every later one. */
const MAX_SECTION = 64;

/** The list of active formatting elements (WHATWG HTML 13.2.4.3). */
export class FormattingList {
  /** Nodes, and -1 for a marker. */
  readonly #entries: number[] = [];
  readonly #nodes: NodeColumns;
  readonly #characters: CharacterData;
  readonly #attributes: AttributeTable;
  /** The answers of `#attributeKey`. */
  readonly #attributeKeys = new Map<number, string>();
  /** Index behind the last marker. */
  #sectionStart = 0;

  constructor(nodes: NodeColumns, characters: CharacterData, attributes: AttributeTable) {
    this.#nodes = nodes;
    this.#characters = characters;
    this.#attributes = attributes;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** First index after the last marker. */
  get sectionStart(): number {
    return this.#sectionStart;
  }

  nodeAt(index: number): number {
    return this.#entries[index]!;
  }

  push(node: number): void {
    this.#makeRoom(node);
    this.#entries.push(node);
  }

  insertMarker(): void {
    this.#entries.push(MARKER);
    this.#sectionStart = this.#entries.length;
  }

  clearToMarker(): void {
    this.#entries.length = Math.max(0, this.#sectionStart - 1);
    this.#sectionStart = this.#entries.lastIndexOf(MARKER) + 1;
  }

  /** Index of the last element of a tag after the last marker, or -1. */
  lastOfTag(tag: number): number {
    for (let index = this.#entries.length - 1; index >= this.#sectionStart; index--) {
      if (this.#nodes.tag[this.#entries[index]!] === tag) return index;
    }
    return -1;
  }

  /** Index of a node after the last marker, or -1. */
  indexOf(node: number): number {
    const index = this.#entries.lastIndexOf(node);
    return index >= this.#sectionStart ? index : -1;
  }

  /** Puts a copy of an element in its place. */
  replaceAt(index: number, copy: number): void {
    const key = this.#attributeKeys.get(this.#entries[index]!);
    if (key !== undefined) this.#attributeKeys.set(copy, key);
    this.#entries[index] = copy;
  }

  insertAt(index: number, node: number): void {
    this.#entries.splice(index, 0, node);
  }

  removeAt(index: number): void {
    if (this.#attributeKeys.size > 0) this.#attributeKeys.delete(this.#entries[index]!);
    if (index === this.#entries.length - 1) this.#entries.pop();
    else this.#entries.splice(index, 1);
  }

  #makeRoom(node: number): void {
    // Fewer entries than that hold no three equal ones, and nearly always there are fewer.
    if (this.#entries.length - this.#sectionStart < MAX_EQUAL) return;
    const similar = this.#similarTo(node);
    if (similar.length >= MAX_EQUAL) {
      const key = this.#attributeKey(node);
      const equal = similar.filter((index) => this.#attributeKey(this.#entries[index]!) === key);
      if (equal.length >= MAX_EQUAL) this.removeAt(equal[0]!);
    }
    if (this.#entries.length - this.#sectionStart >= MAX_SECTION) this.removeAt(this.#sectionStart);
  }

  /** Indexes of the elements of the same tag with as many attributes. */
  #similarTo(node: number): number[] {
    const { tag, start, stop } = this.#nodes;
    const attributeCount = stop[node]! - start[node]!;
    const similar: number[] = [];
    for (let index = this.#sectionStart; index < this.#entries.length; index++) {
      const other = this.#entries[index]!;
      const otherCount = stop[other]! - start[other]!;
      if (tag[other] === tag[node] && otherCount === attributeCount) similar.push(index);
    }
    return similar;
  }

  /** The same for two elements with the same attributes in any order. */
  #attributeKey(node: number): string {
    const known = this.#attributeKeys.get(node);
    if (known !== undefined) return known;
    const pairs: string[] = [];
    for (let index = this.#nodes.start[node]!; index < this.#nodes.stop[node]!; index++) {
      const name = this.#characters.attributeName(this.#attributes, index);
      pairs.push(`${name}\0${this.#characters.attributeValue(this.#attributes, index)}`);
    }
    const key = pairs.toSorted().join('\0');
    this.#attributeKeys.set(node, key);
    return key;
  }
}
