import { BUTTON, DIV, ADDRESS, FIRST_UNKNOWN_TAG, OL, P, TABLE, TEMPLATE, UL } from '../tags.ts';
import { OPEN, type NodeColumns } from './tree-nodes.ts';
import { elementTraits, IMPLIED_END, ITEM_BARRIER, SCOPE, SPECIAL } from './tree-tag-traits.ts';

/**
 * The stack of open elements (WHATWG HTML 13.2.4.2). Each slot knows the nearest slots that bound a search, and each tag
 * its topmost slot, so no question asked per token walks the stack: a page nested 100,000 deep costs what a flat one does.
 */
export class OpenElements {
  /** Number of open elements. */
  depth = 0;
  /** Current node; 0 (the document) when nothing is open. */
  top = 0;
  /** Tag of the current node when it is an HTML element, else -1. */
  topTag = -1;
  topNamespace = 0;
  readonly #nodes: NodeColumns;
  #node = new Int32Array(64);
  /** Key of each slot: twice the tag, plus one for foreign elements. */
  #key = new Int32Array(64);
  #traits = new Uint8Array(64);
  /** Next lower slot with the same key, or -1. */
  #below = new Int32Array(64);
  /** Topmost slots, at or below each slot, that bound a scope, bound list items, hold an HTML element; or -1. */
  #scope = new Int32Array(64);
  #barrier = new Int32Array(64);
  #html = new Int32Array(64);
  /** Topmost slot by key, or -1. */
  #topmost = new Int32Array(2 * FIRST_UNKNOWN_TAG + 64).fill(-1);

  constructor(nodes: NodeColumns) {
    this.#nodes = nodes;
  }

  push(node: number): void {
    const slot = this.depth++;
    if (slot === this.#node.length) this.#growSlots();
    const tag = this.#nodes.tag[node]!;
    const namespace = this.#nodes.namespace[node]!;
    const key = namespace === 0 ? tag << 1 : (tag << 1) | 1;
    if (key >= this.#topmost.length) this.#growKeys(key);
    const traits = elementTraits(tag, namespace);
    this.#node[slot] = node;
    this.#key[slot] = key;
    this.#traits[slot] = traits;
    this.#below[slot] = this.#topmost[key]!;
    this.#topmost[key] = slot;
    this.#scope[slot] = traits & SCOPE ? slot : slot === 0 ? -1 : this.#scope[slot - 1]!;
    this.#barrier[slot] = traits & ITEM_BARRIER ? slot : slot === 0 ? -1 : this.#barrier[slot - 1]!;
    this.#html[slot] = namespace === 0 ? slot : slot === 0 ? -1 : this.#html[slot - 1]!;
    this.#nodes.flags[node]! |= OPEN;
    this.top = node;
    this.topTag = namespace === 0 ? tag : -1;
    this.topNamespace = namespace;
  }

  pop(): void {
    const slot = --this.depth;
    this.#topmost[this.#key[slot]!] = this.#below[slot]!;
    this.#nodes.flags[this.#node[slot]!]! &= ~OPEN;
    this.#readTop();
  }

  /** Pops until `depth` elements are left. */
  popTo(depth: number): void {
    while (this.depth > depth) this.pop();
  }

  /** Pops up to and with the topmost HTML element of a tag. */
  popThrough(tag: number): void {
    const slot = this.slotOf(tag);
    if (slot >= 0) this.popTo(slot);
  }

  /** Pops until the current node is one of `tags`, or `template` or `html` (WHATWG HTML 13.2.6.4.9 "clear the stack back"). */
  popBackTo(...tags: readonly number[]): void {
    let slot = Math.max(0, this.slotOf(TEMPLATE));
    for (const tag of tags) slot = Math.max(slot, this.slotOf(tag));
    this.popTo(slot + 1);
  }

  /** WHATWG HTML 13.2.6.3; `except` is a tag that stays open, `traits` the kind of elements closed. */
  generateImpliedEndTags(except = -1, traits = IMPLIED_END): void {
    while (this.depth > 0 && this.#traits[this.depth - 1]! & traits && this.topTag !== except) this.pop();
  }

  node(slot: number): number {
    return this.#node[slot]!;
  }

  /** Topmost slot that holds an HTML element of a tag, or -1. */
  slotOf(tag: number): number {
    return this.#topmost[tag << 1] ?? -1;
  }

  /** Slot of an open node; it costs the number of elements with the same tag above it. */
  slotOfNode(node: number): number {
    const { tag, namespace } = this.#nodes;
    let slot = this.#topmost[(tag[node]! << 1) | (namespace[node] === 0 ? 0 : 1)] ?? -1;
    while (slot >= 0 && this.#node[slot] !== node) slot = this.#below[slot]!;
    return slot;
  }

  /** Topmost slot of a foreign element of this name when no HTML element is above it, or -1. */
  foreignSlotOf(tag: number): number {
    const slot = this.#topmost[(tag << 1) | 1] ?? -1;
    return slot > this.#html[this.depth - 1]! ? slot : -1;
  }

  isSpecial(slot: number): boolean {
    return (this.#traits[slot]! & SPECIAL) !== 0;
  }

  /** Whether a special element is above the slot. */
  hasSpecialAbove(slot: number): boolean {
    const barrier = this.#barrier[this.depth - 1]!;
    return Math.max(barrier, this.slotOf(DIV), this.slotOf(P), this.slotOf(ADDRESS)) > slot;
  }

  /** Whether no special element but address, div and p is above the slot. */
  isReachableItem(slot: number): boolean {
    return slot >= 0 && slot >= this.#barrier[this.depth - 1]!;
  }

  isSlotInScope(slot: number): boolean {
    return slot >= 0 && slot >= this.#scope[this.depth - 1]!;
  }

  isInScope(tag: number): boolean {
    return this.isSlotInScope(this.slotOf(tag));
  }

  isInButtonScope(tag: number): boolean {
    const slot = this.slotOf(tag);
    return this.isSlotInScope(slot) && slot >= this.slotOf(BUTTON);
  }

  isInListItemScope(tag: number): boolean {
    const slot = this.slotOf(tag);
    return this.isSlotInScope(slot) && slot >= this.slotOf(OL) && slot >= this.slotOf(UL);
  }

  isInTableScope(tag: number): boolean {
    const slot = this.slotOf(tag);
    return slot >= 0 && slot >= this.slotOf(TABLE) && slot >= this.slotOf(TEMPLATE);
  }

  hasTemplate(): boolean {
    return this.slotOf(TEMPLATE) >= 0;
  }

  /** Takes an open node out of the middle. */
  remove(node: number): void {
    const slot = this.slotOfNode(node);
    if (slot >= 0) this.replaceFrom(slot, slot + 1, []);
  }

  /** Puts `nodes` in the place of the slots `from..to`; costs the number of slots above `from`. */
  replaceFrom(from: number, to: number, nodes: readonly number[]): void {
    const above = this.#node.slice(to, this.depth);
    this.popTo(from);
    for (const node of nodes) this.push(node);
    for (const node of above) this.push(node);
  }

  #readTop(): void {
    if (this.depth === 0) {
      this.top = 0;
      this.topTag = -1;
      this.topNamespace = 0;
      return;
    }
    const key = this.#key[this.depth - 1]!;
    this.top = this.#node[this.depth - 1]!;
    this.topTag = (key & 1) === 0 ? key >> 1 : -1;
    this.topNamespace = (key & 1) === 0 ? 0 : this.#nodes.namespace[this.top]!;
  }

  #growSlots(): void {
    const traits = new Uint8Array(this.#traits.length * 2);
    traits.set(this.#traits);
    this.#traits = traits;
    this.#node = doubled(this.#node);
    this.#key = doubled(this.#key);
    this.#below = doubled(this.#below);
    this.#scope = doubled(this.#scope);
    this.#barrier = doubled(this.#barrier);
    this.#html = doubled(this.#html);
  }

  #growKeys(key: number): void {
    const larger = new Int32Array(2 * (key + 1)).fill(-1);
    larger.set(this.#topmost);
    this.#topmost = larger;
  }
}

function doubled(old: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(old.length * 2);
  larger.set(old);
  return larger;
}
