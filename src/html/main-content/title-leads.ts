import { partitionPoint } from '../../lib/partition-point.ts';
import * as T from '../tags.ts';
import type { Draft } from './draft.ts';
import { elementClass, HEADING } from './measure/element-classes.ts';

/** So many blocks below a title are looked at. */
const MOST_BLOCKS = 24;
/** More words than these are another text. */
const MOST_WORDS = 200;
/** A paragraph or second heading of so many words says something. */
const SENTENCE = 6;
/** An item of so many words without a link is one of the points of what the title names. */
const FEATURE = 5;
/** A heading of so many words is a summary, wherever it stands. */
const LONG_HEADING = 15;
/** A block with more of its words in links leads elsewhere. */
const FEW_LINKS = 0.45;

/**
 * The sentences that stand right under a title and went with the block around it: standfirst, summary, second heading.
 * `top`: the outermost block that was removed around the title.
 */
export function findTitleLeads(draft: Draft, top: number): number[] {
  const { tree, measures, title } = draft;
  const { filled, own } = measures;
  const until = tree.end[top]!;
  const leads: number[] = [];
  let restoredUntil = tree.end[title.node]!;
  let blocks = 0;
  let words = 0;
  const start = restoredUntil;
  for (let at = partitionPoint(filled.length, (place) => filled[place]! < start); at < filled.length; at++) {
    const node = filled[at]!;
    if (node >= until || blocks === MOST_BLOCKS) break;
    if (node < restoredUntil || own.words[node] === 0) continue;
    blocks++;
    if (tree.tag[node] === T.H1) break;
    if (!isLead(draft, node, blocks) || isRemovedWithin(draft, node, top)) continue;
    words += own.words[node]!;
    if (words > MOST_WORDS) break;
    leads.push(node);
    restoredUntil = tree.end[node]!;
  }
  return leads;
}

function isLead({ tree, measures: { own } }: Draft, node: number, place: number): boolean {
  const words = own.words[node]!;
  if (own.linkWords[node]! > FEW_LINKS * words) return false;
  const tag = tree.tag[node]!;
  if ((elementClass(tag) & HEADING) !== 0) return words >= (place <= 2 ? SENTENCE : LONG_HEADING);
  if (tag === T.LI && words >= FEATURE && own.linkWords[node] === 0) return true;
  return own.proseWords[node]! > 0 || (tag === T.P && words >= SENTENCE);
}

/** Whether another rule took the node, or a block between it and `top`. */
function isRemovedWithin({ tree, removals }: Draft, node: number, top: number): boolean {
  for (let at = node; at > top; at = tree.parent[at]!) if (removals.mask[at] !== 0) return true;
  return false;
}
