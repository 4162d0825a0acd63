import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createAskedBefore, readSectionQuestions } from './asked-before.ts';
import type { AskedWord } from './asked-words.ts';
import { stemsOf } from './english-words.ts';
import { createDocs } from './open-docs.ts';

const FOLDER = new URL('../../../../docs/questions/', import.meta.url);
const LEAST_QUESTIONS = 5;

function ask(question: string): AskedWord[] {
  return stemsOf(question).map((stem) => ({
    word: stem,
    stem,
    others: [],
    weight: 1,
    sureness: 1,
    isCommon: false,
  }));
}

test('a file of questions has those of each section below its place', () => {
  assert.deepEqual(
    [
      ...readSectionQuestions(
        '# docs/a.md\nhow much\n\n  what for \n# docs/a.md#b\n# docs/a.md\nsince when\n',
      ),
    ],
    [
      ['docs/a.md', ['how much', 'what for', 'since when']],
      ['docs/a.md#b', []],
    ],
  );
});

test('every section has questions of its own, in the file of its document', async () => {
  const { sections } = await createDocs()();
  const found = new Map<string, readonly string[]>();
  for (const name of await readdir(FOLDER)) {
    if (!name.endsWith('.txt')) continue;
    const questions = readSectionQuestions(await readFile(new URL(name, FOLDER), 'utf8'));
    for (const [place, own] of questions) {
      assert.equal(place.replace(/#.*/, ''), `docs/${name.replace(/txt$/, 'md')}`, `${place} in ${name}`);
      assert.equal(
        new Set(own.map((each) => each.toLowerCase())).size,
        own.length,
        `${place}: one stands twice`,
      );
      found.set(place, own);
    }
  }
  for (const { place } of sections) {
    const file = `docs/questions/${/^docs\/(.+?)\.md/.exec(place)?.[1]}.txt`;
    const count = found.get(place)?.length ?? 0;
    assert.ok(
      count >= LEAST_QUESTIONS,
      `${place} has ${count} questions of ${LEAST_QUESTIONS}: write below "# ${place}" in ${file} what people ask whom it helps`,
    );
  }
  const places = new Set(sections.map(({ place }) => place));
  for (const place of found.keys()) assert.ok(places.has(place), `${place} is no section`);
});

test('what was asked before counts most, and several questions that are alike count more than one', () => {
  const askedBefore = createAskedBefore([
    ['how do I limit the depth of a crawl', 'bread and butter'],
    ['limit the number of pages', 'a lower limit of pages', 'how many pages at most'],
    ['what does a page cost'],
    [],
  ]);
  const exact = askedBefore('limit the depth of a crawl', ask('limit the depth of a crawl'));
  assert.equal(exact.scores.indexOf(Math.max(...exact.scores)), 0);
  assert.equal(exact.shares[0], 1);
  const several = askedBefore('page limit', ask('page limit'));
  assert.equal(several.scores.indexOf(Math.max(...several.scores)), 1);
  assert.equal(several.scores[3], 0);
  const none = askedBefore('xyzzy', ask('xyzzy'));
  assert.deepEqual([...none.scores, ...none.shares], [0, 0, 0, 0, 0, 0, 0, 0]);
});
