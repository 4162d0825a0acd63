import { codeAt } from '../code-at.ts';
import * as tags from '../tags.ts';
import { isName, type UnknownNames } from './tokenizer-names.ts';
import { type AttributeTable, nameSign } from './tokenizer-attributes.ts';
import type { TreeBuilder } from './tree-builder.ts';
import type { CharacterData } from './tree-character-data.ts';
import { MATH_ATTRIBUTE_NAMES, SVG_ATTRIBUTE_NAMES, SVG_ELEMENT_NAMES } from './tree-foreign-names.ts';
import { RAW } from './tree-nodes.ts';
import type { FlatOrder } from './tree-order.ts';
import { isMathTextIntegrationPoint, isSvgIntegrationPoint } from './tree-tag-traits.ts';
import type { Tree } from '../tree.ts';
import { isAsciiWhitespace } from '../../lib/ascii.ts';

const NODE_NAMES: readonly string[] = ['#document', '#text', '#comment', '#doctype'];
/** HTML elements in whose text a NUL character stays, replaced. */
const RAW_TEXT_TAGS: ReadonlySet<number> = new Set([
  tags.SCRIPT,
  tags.STYLE,
  tags.TITLE,
  tags.TEXTAREA,
  tags.XMP,
  tags.IFRAME,
  tags.NOEMBED,
  tags.NOFRAMES,
  tags.PLAINTEXT,
]);

/**
 * The tree that a builder has built, in document order. Names, text and attributes are read from the source when asked
 * for.
 */
export class FlatTree implements Tree {
  readonly length: number;
  readonly tag: Uint16Array;
  readonly parent: Int32Array;
  readonly end: Int32Array;
  readonly namespace: Uint8Array;
  readonly isQuirks: boolean;
  readonly doctypeName: string;
  readonly #source: string;
  readonly #characters: CharacterData;
  readonly #start: Int32Array;
  readonly #stop: Int32Array;
  readonly #flags: Uint8Array;
  readonly #pieces: ReadonlyMap<number, readonly number[]>;
  readonly #addedAttributes: ReadonlyMap<number, readonly number[]>;
  readonly #attributes: AttributeTable;
  /** Signs of the attribute names of each element. */
  readonly #signs: Int32Array;
  readonly #unknownNames: UnknownNames;
  readonly #overflowNames: ReadonlyMap<number, string>;

  constructor(builder: TreeBuilder) {
    const { nodes, tokenizer } = builder;
    const order = nodes.order();
    const { length, parent, end, created } = order;
    this.#source = tokenizer.source;
    this.#characters = builder.characters;
    this.length = length;
    this.parent = parent;
    this.end = end;
    this.tag = reordered(nodes.tag, order);
    this.namespace = reordered(nodes.namespace, order);
    this.#start = reordered(nodes.start, order);
    this.#stop = reordered(nodes.stop, order);
    this.#flags = reordered(nodes.flags, order);
    this.#pieces = rekeyed(nodes.pieces, created);
    this.#addedAttributes = rekeyed(builder.addedAttributes, created);
    this.#attributes = tokenizer.attributes;
    this.#signs = reordered(nodes.signs, order);
    this.#unknownNames = tokenizer.unknownNames;
    this.#overflowNames = rekeyed(builder.overflowNames, created);
    this.isQuirks = builder.isQuirks;
    this.doctypeName = builder.doctypeName;
  }

  name(node: number): string {
    const tag = this.tag[node]!;
    if (tag < tags.FIRST_ELEMENT_TAG) return NODE_NAMES[tag]!;
    const name = tags.TAG_NAMES[tag - tags.FIRST_ELEMENT_TAG] ?? this.#unknownName(node);
    return this.namespace[node] === 1 ? (SVG_ELEMENT_NAMES.get(name) ?? name) : name;
  }

  text(node: number): string {
    const tag = this.tag[node]!;
    if (tag !== tags.TEXT && tag !== tags.COMMENT) return '';
    const isRaw = tag === tags.COMMENT || (this.#flags[node]! & RAW) !== 0;
    let text = this.#characters.text(this.#start[node]!, this.#stop[node]!, isRaw);
    const pieces = this.#pieces.size === 0 || tag !== tags.TEXT ? undefined : this.#pieces.get(node);
    if (pieces !== undefined) text += this.#decodePieces(pieces);
    if (!this.#characters.mayHoldNul || !text.includes('\0')) return text;
    return text.replaceAll('\0', this.#dropsNul(node) ? '' : '\uFFFD');
  }

  isBlank(node: number): boolean {
    if (this.#pieces.size !== 0 && this.#pieces.has(node)) return false;
    const source = this.#source;
    const stop = this.#stop[node]!;
    for (let at = this.#start[node]!; at < stop; at++) {
      if (!isAsciiWhitespace(codeAt(source, at))) return false;
    }
    return true;
  }

  hasAttributes(node: number): boolean {
    return this.#signs[node] !== 0;
  }

  attribute(node: number, name: string): string | undefined {
    if ((this.#signs[node]! & nameSign(name)) === 0) return undefined;
    const own = this.#find(this.#start[node]!, this.#stop[node]!, name);
    if (own !== undefined || this.#addedAttributes.size === 0) return own;
    const added = this.#addedAttributes.get(node) ?? [];
    for (let index = 0; index < added.length; index += 2) {
      const value = this.#find(added[index]!, added[index + 1]!, name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  elementsWith(...names: readonly string[]): number[] {
    const found: number[] = [];
    const signs = this.#signs;
    let wanted = 0;
    for (const name of names) wanted |= nameSign(name);
    for (let node = 0; node < signs.length; node++) {
      if ((signs[node]! & wanted) === 0) continue;
      if (this.#hasOneOf(node, names)) found.push(node);
    }
    return found;
  }

  attributes(node: number): ReadonlyArray<readonly [name: string, value: string]> {
    if (this.tag[node]! < tags.FIRST_ELEMENT_TAG) return [];
    const added = this.#addedAttributes.get(node) ?? [];
    const ranges = [this.#start[node]!, this.#stop[node]!, ...added];
    if (ranges[0] === ranges[1] && added.length === 0) return [];
    const values = new Map<string, string>();
    for (let range = 0; range < ranges.length; range += 2) {
      for (let index = ranges[range]!; index < ranges[range + 1]!; index++) {
        const name = this.#characters.attributeName(this.#attributes, index);
        if (!values.has(name)) values.set(name, this.#characters.attributeValue(this.#attributes, index));
      }
    }
    const namespace = this.namespace[node]!;
    if (namespace === 0) return [...values];
    const names = namespace === 1 ? SVG_ATTRIBUTE_NAMES : MATH_ATTRIBUTE_NAMES;
    return Array.from(values, ([name, value]) => [names.get(name) ?? name, value] as const);
  }

  /** Tells it without decoding a value. */
  #hasOneOf(node: number, names: readonly string[]): boolean {
    const [start, stop] = [this.#start[node]!, this.#stop[node]!];
    const added = this.#addedAttributes.size === 0 ? undefined : this.#addedAttributes.get(node);
    if (added !== undefined) return names.some((name) => this.attribute(node, name) !== undefined);
    for (let index = start; index < stop; index++) {
      const [from, to] = [this.#attributes.nameStart(index), this.#attributes.nameStop(index)];
      for (const name of names) if (isName(this.#source, from, to, name)) return true;
    }
    return false;
  }

  #find(from: number, to: number, name: string): string | undefined {
    const source = this.#source;
    const attributes = this.#attributes;
    for (let index = from; index < to; index++) {
      if (!isName(source, attributes.nameStart(index), attributes.nameStop(index), name)) continue;
      return this.#characters.attributeValue(attributes, index);
    }
    return undefined;
  }

  #decodePieces(pieces: readonly number[]): string {
    let text = '';
    for (let index = 0; index < pieces.length; index += 3) {
      text += this.#characters.text(pieces[index]!, pieces[index + 1]!, pieces[index + 2] === RAW);
    }
    return text;
  }

  /** HTML rules drop NUL characters; raw text, foreign elements and comments show them as replaced. */
  #dropsNul(node: number): boolean {
    if (this.tag[node] === tags.COMMENT) return false;
    const parent = this.parent[node]!;
    const tag = this.tag[parent]!;
    const namespace = this.namespace[parent]!;
    if (namespace === 0) return !RAW_TEXT_TAGS.has(tag);
    return namespace === 1 ? isSvgIntegrationPoint(tag) : isMathTextIntegrationPoint(tag);
  }

  #unknownName(node: number): string {
    return this.#unknownNames.nameOf(this.tag[node]!) ?? this.#overflowNames.get(node) ?? '';
  }
}

/** A column in document order: the column itself when its nodes already are. */
function reordered<Column extends Int32Array | Uint16Array | Uint8Array>(
  column: Column,
  { length, created }: FlatOrder,
): Column {
  if (created === undefined) return column.subarray(0, length) as Column;
  const ordered = column.slice(0, length) as Column;
  for (let at = 0; at < length; at++) ordered[at] = column[created[at]!]!;
  return ordered;
}

function rekeyed<Value>(
  map: ReadonlyMap<number, Value>,
  created: Int32Array | undefined,
): ReadonlyMap<number, Value> {
  if (created === undefined || map.size === 0) return map;
  const result = new Map<number, Value>();
  created.forEach((old, at) => {
    const value = map.get(old);
    if (value !== undefined) result.set(at, value);
  });
  return result;
}
