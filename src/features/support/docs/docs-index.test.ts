import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cutSections } from './cut-sections.ts';
import { createDocs } from './open-docs.ts';
import { READER_WORDS } from './reader-words.ts';

interface DocsQuestion {
  question: string;
  /** The sections that answer it. */
  sections: string[];
}

const fixture = new URL('../../../../test/fixtures/docs-questions/questions.json', import.meta.url);
const QUESTIONS = JSON.parse(await readFile(fixture, 'utf8')) as DocsQuestion[];
const docs = await createDocs()();
const PLACES = new Set(docs.sections.map(({ place }) => place));
const LEAST_SHARE = 0.88;

/** Every second question was kept away from the ranking. */
const HALVES = { 'looked at': 0, 'kept away': 1 };

for (const [name, half] of Object.entries(HALVES))
  test(`the right section is among the first three: questions that were ${name}`, (context) => {
    const asked = QUESTIONS.filter((_question, at) => at % 2 === half);
    const missed = asked.filter(({ question, sections }) => {
      const found = docs.search(question).slice(0, 3);
      return !found.some(({ section }) => sections.includes(section.place));
    });
    const share = 1 - missed.length / asked.length;
    context.diagnostic(`${share.toFixed(2)} of ${asked.length}`);
    for (const { question } of missed) context.diagnostic(`missed: ${question}`);
    assert.ok(share >= LEAST_SHARE, missed.map(({ question }) => question).join('\n'));
  });

test('questions and words of readers name sections that are there', () => {
  for (const place of [...QUESTIONS.flatMap(({ sections }) => sections), ...Object.keys(READER_WORDS)])
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
