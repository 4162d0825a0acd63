import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  rankOfAnswer,
  readDocsQuestions,
  type DocsQuestion,
} from '../../../../test/support/docs-questions.ts';
import { pickSize } from '../../../../test/support/pick-size.ts';
import { readQuestion } from './asked-words.ts';
import { cutSections } from './cut-sections.ts';
import { findSections } from './docs-search.ts';
import { createDocs } from './open-docs.ts';
import { READER_WORDS } from './reader-words.ts';
import { WORD_GROUPS } from './word-groups.ts';

const SETS = await readDocsQuestions();
const docs = await createDocs()();
const PLACES = new Set(docs.sections.map(({ place }) => place));
const LEAST_SHARE = 0.88;
/** Of so many questions in a row one is asked; a search takes some milliseconds. */
const QUESTIONS_TO_ONE = pickSize(5, 1);

function holdsShare(context: TestContext, questions: readonly DocsQuestion[]): void {
  const missed = questions.filter((one) => rankOfAnswer(docs, one) >= 3).map(({ question }) => question);
  const share = 1 - missed.length / questions.length;
  context.diagnostic(`${share.toFixed(2)} of ${questions.length}`);
  for (const question of missed) context.diagnostic(`missed: ${question}`);
  assert.ok(share >= LEAST_SHARE, missed.join('\n'));
}

for (const isKeptAway of [false, true])
  test(`the right section is among the first three: questions that were ${isKeptAway ? 'kept away' : 'looked at'}`, (context) => {
    const questions = SETS.filter((set) => set.isKeptAway === isKeptAway).flatMap((set) => set.questions);
    holdsShare(
      context,
      questions.filter((_question, at) => at % QUESTIONS_TO_ONE === 0),
    );
  });

test('a question about something else finds nothing', () => {
  for (const question of [
    'How do I bake rye bread?',
    'What is the capital of France?',
    'who won the world cup in 2014',
    'Wie wird das Wetter morgen?',
    'how do I change a tyre on my bike',
  ])
    assert.deepEqual(findSections(docs, question), [], question);
});

test('typing mistakes, words that are parted and names in kebab case find what is meant', () => {
  for (const [question, place] of [
    ['screnshot of the whole page', 'docs/browser.md#screenshots-and-pdfs'],
    ['how do I back up my data', 'docs/operation.md#backup'],
    ['--max-discovery-depth', 'docs/crawling.md#which-pages'],
    ['SCRAPE_DOCUMENT_ENCRYPTED', 'docs/errors.md#scrape_document_encrypted'],
    ['Wie lösche ich einen API-Key?', 'docs/accounts.md'],
  ] as const) {
    const found = findSections(docs, question).slice(0, 3);
    assert.ok(
      found.some(({ section }) => section.place === place),
      `${question}: ${found.map(({ section }) => section.place).join(' ')}`,
    );
  }
});

test('a word that is like one of ours without any that stands somewhere is an unknown one', () => {
  for (const vocabulary of [new Map<string, number>(), new Map([['crawl', 1]])])
    for (const word of WORD_GROUPS.flat())
      for (const question of [word, `${word}x`, word.slice(0, -1)])
        for (const { weight, sureness } of readQuestion(question, vocabulary))
          assert.equal(weight > 0, sureness > 0, question);
});

test('questions and words of readers name sections that are there', () => {
  for (const place of [
    ...SETS.flatMap(({ questions }) => questions.flatMap(({ sections }) => sections)),
    ...Object.keys(READER_WORDS),
  ])
    assert.ok(PLACES.has(place), place);
});

test('a file is cut at its headings, not at lines of code that look like them', () => {
  const sections = cutSections(
    'docs/x.md',
    '# A\n\none\n\n```sh\n# no heading\n```\n\n## `B` and C\n\ntwo\n\n### D\n\n## E\n\nthree',
  );
  assert.deepEqual(
    sections.map(({ place, headings, markdown }) => [place, headings.join(' > '), markdown]),
    [
      ['docs/x.md', 'A', 'one\n\n```sh\n# no heading\n```'],
      ['docs/x.md#b-and-c', 'A > B and C', 'two'],
      ['docs/x.md#e', 'A > E', 'three'],
    ],
  );
});
