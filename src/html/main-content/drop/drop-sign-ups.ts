import * as T from '../../tags.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';

/** The words around a field that asks for a mail address, and their share of the page. */
const SIGN_UP_WORDS = 60;
const WORD_SHARE = 0.15;
/** A form with more fields asks for more than an address. */
const MOST_FIELDS = 4;
const MOST_LEVELS = 24;

/** Blocks that are larger than what stands in them. */
const WHOLE: ReadonlySet<number> = new Set([T.HTML, T.BODY, T.MAIN, T.ARTICLE]);

/** Takes out small blocks around a field that asks for a mail address: newsletters, alerts. `fields` in document order. */
export function dropSignUps(draft: Draft, fields: readonly number[]): void {
  const { tree, measures, removals } = draft;
  let until = 0;
  for (const field of fields) {
    if (field < until) continue;
    const block = blockAround(draft, field);
    if (block < 0) continue;
    until = tree.end[block]!;
    if (measures.words[block]! > WORD_SHARE * measures.words[0]!) continue;
    if (isAsked(draft, block)) removals.remove(block, 'subscribe', measures, { cause: field });
  }
}

/** The largest block around the field that says no more than such blocks do; -1 when none says anything. */
function blockAround({ tree, measures, removals, title }: Draft, field: number): number {
  let block = -1;
  let above = tree.parent[field]!;
  for (let level = 0; above > 0 && level < MOST_LEVELS; level++) {
    if (WHOLE.has(tree.tag[above]!) || measures.words[above]! > SIGN_UP_WORDS) break;
    if (above <= title.node && title.node < tree.end[above]!) break;
    if (removals.mask[above] === 0 && measures.words[above]! > 0) block = above;
    above = tree.parent[above]!;
  }
  return block < 0 || removals.ruleAbove(block) !== undefined ? -1 : block;
}

/** Whether a block has one heading at most, and asks for little beside the address. */
function isAsked({ tree, measures }: Draft, block: number): boolean {
  let headings = 0;
  let fields = 0;
  for (let node = block; node < tree.end[block]!; node++) {
    const tag = tree.tag[node]!;
    if (tag === T.TEXTAREA) return false;
    if (tag === T.INPUT && asksForText(tree.attribute(node, 'type'))) fields++;
    else if ((elementClass(tag) & HEADING) !== 0 && measures.words[node]! > 0) headings++;
  }
  return headings <= 1 && fields <= MOST_FIELDS;
}

function asksForText(type: string | undefined): boolean {
  return type === undefined || /^(?:text|email|tel|search|url)$/i.test(type);
}
