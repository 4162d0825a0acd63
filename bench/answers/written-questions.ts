import { readdirSync, readFileSync } from 'node:fs';
import { convertBenchPage } from './converted-page.ts';
import { lettersOf } from './letters-of.ts';
import type { QuestionSet } from './score-questions.ts';

const FIXTURES = new URL('../../test/fixtures/answers/', import.meta.url);

export interface WrittenPage extends QuestionSet {
  /** Questions that the page says nothing about. */
  readonly unanswerable: readonly string[];
}

interface QuestionFile {
  readonly half: QuestionSet['half'];
  /** A question, and words of the passage that answers it. */
  readonly questions: ReadonlyArray<readonly [question: string, answer: string]>;
  readonly unanswerable: readonly string[];
}

/** The pages of our own making with questions in a reader's words. */
export function readWrittenPages(): WrittenPage[] {
  return readdirSync(FIXTURES)
    .toSorted()
    .map((name) => {
      const folder = new URL(`${name}/`, FIXTURES);
      const file = JSON.parse(readFileSync(new URL('questions.json', folder), 'utf8')) as QuestionFile;
      const { passages } = convertBenchPage(readFileSync(new URL('page.html', folder)));
      const questions = file.questions.map(([question, answer]) => ({ question, answer: lettersOf(answer) }));
      return { name, half: file.half, passages, questions, unanswerable: file.unanswerable };
    });
}
