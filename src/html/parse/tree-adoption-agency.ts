import type { TreeBuilder } from './tree-builder.ts';
import { OPEN } from './tree-nodes.ts';

const MAX_ROUNDS = 8;
const MAX_KEPT = 3;

/**
 * The adoption agency algorithm (WHATWG HTML 13.2.6.4.7) for the end tag of a formatting element. False when no such
 * element is active: the token is then "any other end tag". When a page has used up the work granted for it, an element
 * with blocks inside is forgotten instead: the text stays where it is.
 */
export function runAdoptionAgency(builder: TreeBuilder, tag: number): boolean {
  const { open, formatting, nodes } = builder;
  if (open.topTag === tag && formatting.indexOf(open.top) === -1) {
    open.pop();
    return true;
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const index = formatting.lastOfTag(tag);
    if (index === -1) return false;
    const element = formatting.nodeAt(index);
    if ((nodes.flags[element]! & OPEN) === 0) {
      formatting.removeAt(index);
      return true;
    }
    const slot = open.slotOfNode(element);
    if (!open.isSlotInScope(slot)) return true;
    const block = findFurthestBlock(builder, slot);
    if (block === -1) {
      open.popTo(slot);
      formatting.removeAt(index);
      return true;
    }
    if (!builder.spend(open.depth - slot)) {
      formatting.removeAt(index);
      return true;
    }
    adopt(builder, index, slot, block);
  }
  return true;
}

/** The lowest slot above the formatting element with a special element, or -1. */
function findFurthestBlock({ open }: TreeBuilder, slot: number): number {
  if (!open.hasSpecialAbove(slot)) return -1;
  for (let block = slot + 1; block < open.depth; block++) if (open.isSpecial(block)) return block;
  return -1;
}

/** One round: what lies between the element at `slot` and the block is closed around the block and opened in it anew. */
function adopt(builder: TreeBuilder, index: number, slot: number, blockSlot: number): void {
  const { open, formatting, nodes } = builder;
  const element = open.node(slot);
  const block = open.node(blockSlot);
  nodes.link();
  nodes.detach(block);
  const kept: number[] = [];
  let bookmark = index;
  let last = block;
  for (let between = blockSlot - 1, count = 1; between > slot; between--, count++) {
    const node = open.node(between);
    const entry = formatting.indexOf(node);
    if (entry === -1) continue;
    if (count > MAX_KEPT) {
      formatting.removeAt(entry);
      if (entry < bookmark) bookmark--;
      continue;
    }
    const clone = builder.clone(node);
    formatting.replaceAt(entry, clone);
    if (last === block) bookmark = entry + 1;
    nodes.append(clone, last);
    last = clone;
    kept.unshift(clone);
  }
  builder.appendOrFoster(open.node(slot - 1), last);
  const clone = builder.clone(element);
  builder.spend(nodes.moveChildren(block, clone));
  nodes.append(block, clone);
  const old = formatting.indexOf(element);
  formatting.insertAt(bookmark, clone);
  formatting.removeAt(old < bookmark ? old : old + 1);
  open.replaceFrom(slot, blockSlot + 1, [...kept, block, clone]);
}
