import { namesAt } from '../classify/block-labels.ts';
import { HIDDEN, type Verdict } from '../classify/verdicts.ts';
import type { Draft } from '../draft.ts';

/** A hidden block reads as content when it holds so many words of prose, hardly a link, and no name of frame. */
const PANEL_PROSE = 15;
const PANEL_DENSITY = 0.6;
const PANEL_LINKS = 0.15;

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
