import type { Passage } from '../../src/extract/passages/passage.ts';
import { rankPassages } from '../../src/extract/passages/rank-passages.ts';
import { lettersOf } from './letters-of.ts';

/** A question with its answer as letters and digits. */
export interface BenchQuestion {
  readonly question: string;
  readonly answer: string;
}

export interface QuestionSet {
  readonly name: string;
  readonly half: 'tuning' | 'held out';
  readonly passages: readonly Passage[];
  readonly questions: readonly BenchQuestion[];
}

export interface QuestionScore {
  readonly page: string;
  readonly half: QuestionSet['half'];
  readonly question: string;
  /** The place of the first right passage, from 0; Infinity when there is none. */
  readonly rank: number;
  readonly passages: number;
  /** The text of the best passage. */
  readonly best: string;
}

/** Letters of an answer that a passage must have when it has more than the answer. */
const ANSWER_LETTERS = 60;
/** A passage that is only a part of the answer needs so many letters. */
const PART_LETTERS = 15;

/** Finds at which place a passage stands that is the answer, a part of it, or more than it. */
export function scoreQuestions({ name, half, passages, questions }: QuestionSet): QuestionScore[] {
  const letters = passages.map(({ text }) => lettersOf(text));
  return questions.map(({ question, answer }) => {
    const ranked = rankPassages(passages, question);
    const beginning = answer.slice(0, ANSWER_LETTERS);
    const isRight = (text: string): boolean =>
      text.includes(beginning) || (text.length >= PART_LETTERS && answer.includes(text));
    const rank = ranked.findIndex(({ passage }) => isRight(letters[passage.index]!));
    return {
      page: name,
      half,
      question,
      rank: rank === -1 ? Infinity : rank,
      passages: passages.length,
      best: ranked[0]?.passage.text ?? '',
    };
  });
}
