import * as T from '../../tags.ts';
import { namesAt } from '../classify/block-labels.ts';
import { COMPLEMENTARY, HIDDEN, MESSAGE, type Verdict } from '../classify/verdicts.ts';
import type { Draft } from '../draft.ts';

/** A hidden block reads as content when it holds so many words of prose, hardly a link, and no name of frame. */
const PANEL_PROSE = 15;
const PANEL_DENSITY = 0.6;
const PANEL_LINKS = 0.25;
/** An aside or a message that is nearly all prose, with hardly a link, is a note of the text. */
const NOTE_DENSITY = 0.85;
const NOTE_LINKS = 0.15;

/** Whether an `aside`, or what is marked as a message, stands in the text as a note: sentences and nothing else. */
function isNote({ tree, measures }: Draft, node: number, verdict: Verdict): boolean {
  if (verdict !== MESSAGE && (verdict !== COMPLEMENTARY || tree.tag[node] !== T.ASIDE)) return false;
  const words = measures.words[node]!;
  const prose = measures.proseWords[node]!;
  return (
    prose >= PANEL_PROSE && prose >= NOTE_DENSITY * words && measures.linkWords[node]! <= NOTE_LINKS * words
  );
}

/** Whether a block that the page hides is the panel of a tab or an answer that opens: what it holds is text. */
export function isContentPanel({ tree, measures }: Draft, node: number, verdict: Verdict): boolean {
  if (verdict !== HIDDEN) return false;
  const words = measures.words[node]!;
  const prose = measures.proseWords[node]!;
  return (
    prose >= PANEL_PROSE &&
    prose >= PANEL_DENSITY * words &&
    measures.linkWords[node]! <= PANEL_LINKS * words &&
    namesAt(tree, node) === 0
  );
}

/** Tells whether a block of frame, by its element, role or state, is text all the same. */
export type IsText = (draft: Draft, node: number, verdict: Verdict) => boolean;

export function isPanelOrNote(draft: Draft, node: number, verdict: Verdict): boolean {
  return isContentPanel(draft, node, verdict) || isNote(draft, node, verdict);
}
