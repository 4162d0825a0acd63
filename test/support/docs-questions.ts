import { readFile } from 'node:fs/promises';
import { findSections } from '../../src/features/support/docs/docs-search.ts';
import type { DocsIndex } from '../../src/features/support/docs/docs-index.ts';

/** A question about our documentation. */
export interface DocsQuestion {
  readonly question: string;
  /** The sections that answer it. */
  readonly sections: readonly string[];
}

/** Questions that were written together; `isKeptAway` ones were not looked at before their share was measured first. */
export interface DocsQuestionSet {
  readonly name: string;
  readonly isKeptAway: boolean;
  readonly questions: readonly DocsQuestion[];
}

const FOLDER = new URL('../fixtures/docs-questions/', import.meta.url);

/** Every set; of two every second question was kept away. */
export async function readDocsQuestions(): Promise<DocsQuestionSet[]> {
  const [first, users, practice, reworded, ...drawn] = await Promise.all(
    [
      'questions',
      'users',
      'practice',
      'reworded',
      'drawn-first',
      'drawn-second',
      'drawn-third',
      'drawn-fourth',
      'drawn-fifth',
      'drawn-sixth',
      'drawn-seventh',
    ].map(readSet),
  );
  return [
    { name: 'of the author, looked at', isKeptAway: false, questions: everySecond(first!, 0) },
    { name: 'of the author, kept away', isKeptAway: true, questions: everySecond(first!, 1) },
    { name: 'of users, looked at', isKeptAway: false, questions: everySecond(users!, 0) },
    { name: 'of users, kept away', isKeptAway: true, questions: everySecond(users!, 1) },
    { name: 'for practice', isKeptAway: false, questions: practice! },
    ...drawn.map((questions, at) => ({ name: `drawn by lot, ${at + 1}`, isKeptAway: true, questions })),
    { name: 'in other words', isKeptAway: true, questions: reworded! },
  ];
}

async function readSet(name: string): Promise<DocsQuestion[]> {
  return JSON.parse(await readFile(new URL(`${name}.json`, FOLDER), 'utf8')) as DocsQuestion[];
}

function everySecond(questions: readonly DocsQuestion[], from: 0 | 1): DocsQuestion[] {
  return questions.filter((_question, at) => at % 2 === from);
}

/** The place of the first right section among those that the search gives, from 0; Infinity when none is right. */
export function rankOfAnswer(docs: DocsIndex, { question, sections }: DocsQuestion): number {
  const rank = findSections(docs, question).findIndex(({ section }) => sections.includes(section.place));
  return rank === -1 ? Infinity : rank;
}
