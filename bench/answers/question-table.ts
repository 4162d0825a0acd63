import type { Table } from '../table.ts';
import type { QuestionScore, QuestionSet } from './score-questions.ts';

const PLACES = [1, 3, 5, 8] as const;
const JUDGED_PLACE = 5;

interface Scored {
  readonly scores: readonly QuestionScore[];
  /** The same questions where passages do not know what they stand under. */
  readonly alone: readonly QuestionScore[];
  /** The share that must be right at the fifth place, over all questions and over those held out. */
  readonly bar: number;
}

/** The share of questions whose right passage is among the first. */
export function questionTable(title: string, { scores, alone, bar }: Scored): Table {
  const heldOut = scores.filter(({ half }) => half === 'held out');
  const tuning = scores.filter(({ half }) => half === 'tuning');
  const row = (name: string, some: readonly QuestionScore[], isJudged: boolean): string[] => {
    const isMet = shareWithin(some, JUDGED_PLACE) >= bar;
    const verdict = isJudged ? [`@5 >= ${bar}`, isMet ? 'met' : 'NOT MET'] : ['', ''];
    const shares = PLACES.map((place) => shareWithin(some, place).toFixed(3));
    return [name, String(some.length), ...shares, ...verdict];
  };
  const passages = scores.reduce((sum, score) => sum + score.passages, 0) / Math.max(scores.length, 1);
  return {
    title,
    columns: ['', 'questions', ...PLACES.map((place) => `@${place}`), 'bar', ''],
    rows: [
      row('tuning half', tuning, false),
      row('held-out half', heldOut, true),
      row('all', scores, true),
      row('all, passages alone', alone, false),
    ],
    notes: [
      `share of questions whose right passage is among the first; pages have ${passages.toFixed(0)} passages on average`,
      '"passages alone": without the headings, questions and first lines that they stand under',
    ],
  };
}

/** The questions of the tuning half that are not answered by the first passages. */
export function listMisses(scores: readonly QuestionScore[]): string {
  return scores
    .filter(({ half, rank }) => half === 'tuning' && rank >= JUDGED_PLACE)
    .map(
      ({ page, rank, passages, question, best }) =>
        `${page}  place ${rank + 1} of ${passages}: ${question}\n    first: ${best.slice(0, 100).replaceAll('\n', ' ')}`,
    )
    .join('\n');
}

/** A set whose passages do not know what they stand under. */
export function withoutContext(set: QuestionSet): QuestionSet {
  return { ...set, passages: set.passages.map((passage) => ({ ...passage, context: '' })) };
}

function shareWithin(scores: readonly QuestionScore[], places: number): number {
  return scores.filter(({ rank }) => rank < places).length / Math.max(scores.length, 1);
}
