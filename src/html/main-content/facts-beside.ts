import * as T from '../tags.ts';
import { namesAt } from './classify/block-labels.ts';
import type { Draft } from './draft.ts';

const ASKS_OR_LEADS: ReadonlySet<number> = new Set([
  T.A,
  T.BUTTON,
  T.FIELDSET,
  T.INPUT,
  T.LABEL,
  T.SELECT,
  T.TEXTAREA,
]);

/** Texts and words of a list of facts. */
const LEAST_TEXTS = 4;
const LEAST_WORDS = 12;
const MOST_WORDS = 200;
/** So many blocks beside the title, and in one of them, are looked at, through so many levels and nodes. */
const MOST_BLOCKS = 12;
const MOST_LEVELS = 4;
const MOST_NODES = 512;

/**
 * The blocks below a title that state facts about what it names: several short texts in which nothing leads elsewhere
 * and nothing asks. `top`: the outermost block that was removed around the title.
 */
export function findFactsBeside(draft: Draft, top: number): number[] {
  const { tree, title } = draft;
  const facts: number[] = [];
  let inside = title.node;
  for (let level = 0; inside > top && level < MOST_LEVELS; level++) {
    const parent = tree.parent[inside]!;
    for (const block of blocksFrom(draft, tree.end[inside]!, tree.end[parent]!)) {
      const parts = statesFacts(draft, block) ? [block] : blocksFrom(draft, block + 1, tree.end[block]!);
      facts.push(...parts.filter((part) => part === block || statesFacts(draft, part)));
    }
    inside = parent;
  }
  return facts;
}

/** The first elements that stand side by side from `first` on and were not removed for themselves. */
function blocksFrom({ tree, removals }: Draft, first: number, until: number): number[] {
  const blocks: number[] = [];
  let seen = 0;
  for (let node = first; node < until && seen < MOST_BLOCKS; node = tree.end[node]!) {
    if (tree.tag[node] === T.TEXT) continue;
    seen++;
    if (removals.mask[node] === 0) blocks.push(node);
  }
  return blocks;
}

function statesFacts({ tree, measures: { own }, removals }: Draft, block: number): boolean {
  const end = tree.end[block]!;
  if (end - block > MOST_NODES || namesAt(tree, block) !== 0) return false;
  let texts = 0;
  let words = 0;
  for (let node = block; node < end; node++) {
    const tag = tree.tag[node]!;
    if (removals.mask[node] !== 0 || ASKS_OR_LEADS.has(tag)) return false;
    if (own.words[node] === 0) continue;
    texts++;
    words += own.words[node]!;
  }
  return texts >= LEAST_TEXTS && words >= LEAST_WORDS && words <= MOST_WORDS;
}
