import type { Passage } from './passage.ts';
import type { RankedPassage } from './rank-passages.ts';

/** A stretch of a page, as its Markdown has it. */
export interface Highlight {
  readonly markdown: string;
  readonly score: number;
}

interface Choice {
  /** The part of the best score that a passage needs. */
  readonly least: number;
  readonly passages: number;
  readonly characters: number;
}

const HIGHLIGHTS: Choice = { least: 0.35, passages: 8, characters: 2000 };
const ANSWER: Choice = { least: 0.6, passages: 3, characters: 1200 };
/** Where the page has less of the query than this, it speaks of something else. */
const LEAST_SHARE = 0.07;

/**
 * The stretches of a page that fit a query best, the best first; none when the page has nothing to do with it. Passages
 * side by side are one stretch; rows come with the header of their table, items with the line that leads them in.
 */
export function pickHighlights(ranked: readonly RankedPassage[]): Highlight[] {
  return pick(ranked, HIGHLIGHTS);
}

/** The one to three stretches of a page that answer a question best, as Markdown; '' when none does. */
export function answerFrom(ranked: readonly RankedPassage[]): string {
  return pick(ranked, ANSWER)
    .map(({ markdown }) => markdown)
    .join('\n\n');
}

function pick(ranked: readonly RankedPassage[], choice: Choice): Highlight[] {
  if (!ranked.some(({ share }) => share >= LEAST_SHARE)) return [];
  const least = ranked[0]!.score * choice.least;
  const chosen: RankedPassage[] = [];
  const said = new Set<string>();
  let room = choice.characters;
  for (const candidate of ranked) {
    if (candidate.score < least || chosen.length === choice.passages) break;
    const { markdown, lead } = candidate.passage;
    const size = markdown.length + lead.length;
    // Cards and buttons of a page say the same many times over.
    if (size > room || said.has(lead + markdown)) continue;
    chosen.push(candidate);
    said.add(lead + markdown);
    room -= size;
  }
  return joinPassages(chosen);
}

/** The stretches that chosen passages make, the best first: those side by side are one, rows and items have their leads. */
export function joinPassages(chosen: readonly RankedPassage[]): Highlight[] {
  const inOrder = chosen.toSorted((a, b) => a.passage.index - b.passage.index);
  const highlights: Highlight[] = [];
  let last: Passage | undefined;
  for (const { passage, score } of inOrder) {
    const open = highlights.at(-1);
    if (open !== undefined && last?.index === passage.index - 1 && last.block === passage.block) {
      highlights[highlights.length - 1] = {
        markdown: open.markdown + passage.joint + passage.markdown,
        score: Math.max(open.score, score),
      };
    } else {
      highlights.push({ markdown: withLead(passage), score });
    }
    last = passage;
  }
  return highlights.toSorted((a, b) => b.score - a.score);
}

function withLead({ lead, kind, markdown }: Passage): string {
  if (lead === '') return markdown;
  return `${lead}${kind === 'row' ? '\n' : '\n\n'}${markdown}`;
}
