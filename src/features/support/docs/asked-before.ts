import { scoreTexts, type RankedText } from '../../../text/bm25.ts';
import type { AskedWord } from './asked-words.ts';
import { stemsOf } from './english-words.ts';
import { indexStems, sharesHeld, weighHeld } from './held-words.ts';

/** For each section, by its place, questions that it answers in the words of people who know none of ours. */
export type SectionQuestions = ReadonlyMap<string, readonly string[]>;

/** How alike what is asked is to the questions of each section; a number a section, 0 for nothing in common. */
export interface Likeness {
  readonly scores: Float64Array;
  /** How much of what is asked one question has, from 0 to 1. */
  readonly shares: Float64Array;
}

/**
 * How much counts the question that shares the most words, all the words that the questions of a section have together, and
 * the pieces of words that they share.
 */
const WEIGHTS = { nearest: 2, together: 1.2, pieces: 1 };
/** How much a question loses when nothing else of it is asked: a long one holds many words by chance. */
const STRICTNESS = 0.6;
/** The section of one question that is alike by chance has no others that are. */
const ALIKE_QUESTIONS = 3;

const PLACE = /^# (.+)$/;

/** Reads a file of questions: a line `# place` before those of a section, one question a line. */
export function readSectionQuestions(text: string): SectionQuestions {
  const questions = new Map<string, string[]>();
  let own: string[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    const place = PLACE.exec(line)?.[1];
    if (place === undefined) {
      if (line !== '') own.push(line);
      continue;
    }
    own = questions.get(place) ?? [];
    questions.set(place, own);
  }
  return questions;
}

/** Compares what is asked with the questions of sections, those of one section in each list. */
export function createAskedBefore(ofSections: ReadonlyArray<readonly string[]>) {
  const texts: RankedText[] = ofSections.flatMap((questions) => questions.map((text) => ({ text })));
  const owners = ofSections.flatMap((questions, at) => questions.map(() => at));
  const stems = ofSections.map((questions) => questions.map((text) => new Set(stemsOf(text))));
  const single = indexStems(stems.flat());
  const together = indexStems(stems.map((sets) => new Set(sets.flatMap((set) => [...set]))));

  return function askedBefore(question: string, asked: readonly AskedWord[]): Likeness {
    const total = asked.reduce((sum, { weight }) => sum + weight, 0) || 1;
    const sections = ofSections.length;
    const held = weighHeld(asked, [{ held: single, value: 1 }]).map((weight) => weight / total);
    const used = sharesHeld(asked, single, 3);
    const likeness = held.map((share, at) => share * (1 - STRICTNESS * (1 - used[at]!)));
    const nearest = meansOfBest(likeness, owners, { sections, count: 1 });
    const { scores } = scoreTexts(question, texts, { keepsRepetitions: true });
    const most = scores.reduce((one, other) => Math.max(one, other), 0) || 1;
    const pieces = meansOfBest(scores, owners, { sections, count: ALIKE_QUESTIONS });
    return {
      scores: weighHeld(asked, [{ held: together, value: 1 }]).map(
        (weight, at) =>
          (WEIGHTS.together * weight) / total +
          WEIGHTS.nearest * nearest[at]! +
          (WEIGHTS.pieces * pieces[at]!) / most,
      ),
      shares: meansOfBest(held, owners, { sections, count: 1 }),
    };
  };
}

/** The mean of the `count` best scores of what belongs to each section; fewer count as if the others were 0. */
function meansOfBest(
  scores: Float64Array,
  owners: readonly number[],
  { sections, count }: { sections: number; count: number },
): Float64Array {
  const best = Array.from({ length: count }, () => new Float64Array(sections));
  for (const [at, owner] of owners.entries()) {
    let left = scores[at]!;
    for (const list of best) {
      const kept = Math.max(list[owner]!, left);
      left = Math.min(list[owner]!, left);
      list[owner] = kept;
    }
  }
  return Float64Array.from(
    { length: sections },
    (_, at) => best.reduce((sum, list) => sum + list[at]!, 0) / count,
  );
}
