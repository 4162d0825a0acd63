import { remeasureDraft, type Draft } from '../draft.ts';
import { dropSiteFrame } from './drop-site-frame.ts';
import { giveBackUnique } from './give-back-unique.ts';
import { blockKey, type BlockKeys, type SeenTemplate } from './block-keys.ts';

/** Fewer pages of a template tell nothing: what stands on three of them may be a series of three. */
const LEAST_PAGES = 4;

/**
 * Decides what the page alone leaves in doubt by what other pages of its template say: blocks that stand on most of
 * them are frame, and text that stands on none of them is content. A template that is not known well enough changes
 * nothing.
 */
export function applySiteFrame(draft: Draft, blocks: BlockKeys, seen: readonly SeenTemplate[]): void {
  const known = seen.find(({ template }) => template === blocks.template);
  if (known === undefined || known.pages < LEAST_PAGES) return;
  const others = countOthers(draft, known);
  giveBackUnique(draft, others, known.pages);
  remeasureDraft(draft);
  dropSiteFrame(draft, others, known.pages);
  remeasureDraft(draft);
}

/** On how many other pages the own text of each node stands. */
function countOthers({ tree, measures }: Draft, { keys, counts }: SeenTemplate): Uint8Array {
  const countByKey = new Map<number, number>();
  for (const [index, key] of keys.entries()) countByKey.set(key, counts[index]!);
  const others = new Uint8Array(tree.length);
  for (const node of measures.filled) {
    if (measures.own.words[node] !== 0) others[node] = countByKey.get(blockKey(measures, node)) ?? 0;
  }
  return others;
}
