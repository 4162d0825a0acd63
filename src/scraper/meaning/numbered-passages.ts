import type { Passage } from '../../extract/passages/passage.ts';
import { rankPassages } from '../../extract/passages/rank-passages.ts';
import { seenText, withoutTargets } from '../../text/seen-text.ts';
import type { TokenBudget } from '../../models/budget.ts';

/** Passages with their numbers, as a model is shown them. */
export interface NumberedPassages {
  readonly text: string;
  /** By their numbers. */
  readonly passages: ReadonlyMap<number, Passage>;
}

/** The best passages of a page that is too long: in so many tokens nearly every answer stands. */
const MOST_TOKENS = 3_000;
const MAX_CONTEXT = 200;

/** All passages of a page, or those that may answer a question best where that is too much; undefined when there are none. */
export function numberPassages(
  passages: readonly Passage[],
  question: string,
  { budget, room }: { budget: TokenBudget; room: number },
): NumberedPassages | undefined {
  if (passages.length === 0) return undefined;
  const all = write(passages);
  if (budget.countTokens(all.text) <= room) return all;
  const ranked = rankPassages(passages, question).map(({ passage }) => passage);
  const chosen = takeWithin(ranked, Math.min(room, MOST_TOKENS), budget);
  return chosen.length === 0 ? undefined : write(chosen.toSorted((a, b) => a.index - b.index));
}

function takeWithin(ranked: readonly Passage[], room: number, budget: TokenBudget): Passage[] {
  const chosen: Passage[] = [];
  let left = room;
  for (const passage of ranked) {
    left -= budget.countTokens(write([passage]).text);
    if (left < 0) break;
    chosen.push(passage);
  }
  return chosen;
}

/** Headings come before the first passage that stands under them. */
function write(passages: readonly Passage[]): NumberedPassages {
  const lines: string[] = [];
  let above = { context: '', lead: '' };
  for (const { index, context, lead, markdown } of passages) {
    if (context !== '' && context !== above.context) lines.push(`(${shown(context).slice(0, MAX_CONTEXT)})`);
    if (lead !== '' && lead !== above.lead) lines.push(shown(lead));
    lines.push(`[${index}] ${shown(markdown)}`);
    above = { context, lead };
  }
  return { text: lines.join('\n'), passages: new Map(passages.map((passage) => [passage.index, passage])) };
}

function shown(markdown: string): string {
  return withoutTargets(seenText(markdown));
}
