import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { firstSentences, makeSnippet } from './snippet.ts';

const of = (text: string, word: string): string => {
  const start = text.indexOf(word);
  return makeSnippet(text, { start, end: start + word.length });
};

describe('makeSnippet', () => {
  it('gives whole sentences', () => {
    const text = `${'Before it stands much. '.repeat(30)}The target is here. ${'After it stands more. '.repeat(30)}`;
    const snippet = of(text, 'target');
    assert.match(snippet, /^The target is here\. After it stands more\..*more\.$/);
    assert.ok(snippet.length <= 300);
  });

  it('says where a sentence goes on', () => {
    const snippet = of(`${'word '.repeat(200)}target ${'more '.repeat(200)}`, 'target');
    assert.match(snippet, /^…word .*target.* more…$/);
    assert.ok(snippet.length <= 302, `${snippet.length}`);
  });

  it('begins with its line', () => {
    assert.equal(of('A heading\nThe target\nNext line', 'target'), 'The target Next line');
  });

  it('knows the ends of Chinese sentences', () => {
    const text = `${'很多话。'.repeat(100)}目标在这里。${'更多的话。'.repeat(100)}`;
    assert.match(of(text, '目标'), /^目标在这里。.*。$/);
  });

  it('cuts no sign in two', () => {
    const snippet = of(`${'😀'.repeat(400)}target${'😀'.repeat(400)}`, 'target');
    assert.ok(snippet.isWellFormed());
  });

  it('takes windows that are longer than a snippet, and at the edges', () => {
    const text = 'x'.repeat(2_000);
    assert.ok(makeSnippet(text, { start: 0, end: 1_500 }).length <= 301);
    assert.equal(makeSnippet('ab', { start: 0, end: 2 }), 'ab');
    assert.equal(makeSnippet('', { start: 0, end: 0 }), '');
  });

  it('is linear in the text', async () => {
    for (const piece of ['. ', ' ', '\n', 'a', '." ']) {
      await assertLinear(1_000_000, (size) => {
        const text = piece.repeat(size / piece.length);
        return () => [firstSentences(text), makeSnippet(text, { start: size / 2, end: size / 2 })];
      });
    }
  });
});

describe('firstSentences', () => {
  it('gives the beginning of a text', () => {
    assert.equal(firstSentences('\n\n One. Two.\nThree'), 'One. Two. Three');
    assert.match(firstSentences('Some words here. '.repeat(50)), /^Some words here\. .*here\.$/);
  });
});
