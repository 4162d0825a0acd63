import { askedKinds, holdsKind } from '../../text/asked-kinds.ts';
import { rarity, scoreTexts, shareWithNeighbours } from '../../text/bm25.ts';
import type { Passage } from './passage.ts';

/** How much more a passage is worth that holds such a thing as is asked for, times how rare that is on the page. */
const KIND_WEIGHT = 4;

export interface RankedPassage {
  readonly passage: Passage;
  readonly score: number;
  /** How much of the query stands in it and above it, from 0 to about 1; rare parts of the query weigh more. */
  readonly share: number;
}

/** The passages that may answer a query, the best first; those that have nothing of it are left out. */
export function rankPassages(passages: readonly Passage[], query: string): RankedPassage[] {
  const { scores, most } = scoreTexts(query, passages);
  const raised = shareWithNeighbours(scores);
  addKinds(passages, query, raised);
  return passages
    .map((passage, at) => ({ passage, score: raised[at]!, share: scores[at]! / (most || 1) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.passage.index - b.passage.index);
}

/** A thing that is asked for tells an answer even where none of the question's words stand. */
function addKinds(passages: readonly Passage[], query: string, scores: Float64Array): void {
  for (const kind of askedKinds(query)) {
    const holders = passages.flatMap(({ text }, at) => (holdsKind(text, kind) ? [at] : []));
    const bonus = KIND_WEIGHT * rarity(holders.length, passages.length);
    for (const at of holders) scores[at]! += bonus;
  }
}
