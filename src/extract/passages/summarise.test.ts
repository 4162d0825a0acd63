import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseHtml } from '../../html/parse.ts';
import { estimateWords } from '../../text/estimate-words.ts';
import { findPassages } from './find-passages.ts';
import { summarise } from './summarise.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../test/fixtures/answers/${name}/page.html`, import.meta.url), 'utf8');
const title = 'Council votes to reopen the Larch Valley railway after 47 years';
const news = findPassages(parseHtml(read('council-news')));

describe('summarise', () => {
  it('takes 120 to 150 words of whole sentences in the order of the page', () => {
    const summary = summarise(news, { title });
    const words = estimateWords(summary);
    assert.ok(words >= 120 && words <= 150, `${words} words`);
    const whole = news.map(({ text }) => text).join(' ');
    let from = 0;
    for (const sentence of summary.split(/(?<=[.!?]) (?=\p{Lu})/u)) {
      const at = whole.indexOf(sentence, from);
      assert.ok(at >= from, sentence);
      from = at;
    }
  });

  it('prefers what the title speaks of', () => {
    const filler = (at: number): string =>
      `<p>There were ${at} birds in the trees along the shore that day.</p>`;
    const html =
      Array.from({ length: 30 }, (_, at) => filler(at)).join('') +
      '<p>The committee approved the new harbour bridge on Tuesday.</p>';
    const passages = findPassages(parseHtml(html));
    assert.match(
      summarise(passages, { title: 'Harbour bridge approved', words: { least: 20, most: 30 } }),
      /harbour bridge/,
    );
    assert.doesNotMatch(
      summarise(passages, { title: 'Birds', words: { least: 20, most: 30 } }),
      /harbour bridge/,
    );
  });

  it("puts the page's own description first when it speaks of the page", () => {
    const description =
      'Trains are to run through the Larch Valley again, the council decided after a long debate.';
    const summary = summarise(news, { title, description });
    assert.ok(summary.startsWith(description));
    assert.ok(estimateWords(summary) <= 150);
    for (const foreign of [
      'Buy cheap watches and bags online with free shipping, best prices guaranteed every day.',
      'Too short.',
    ]) {
      assert.ok(!summarise(news, { title, description: foreign }).includes(foreign));
    }
  });

  it('does not repeat what the description has said', () => {
    const description = 'Trains are to run through the Larch Valley again from next year on.';
    const summary = summarise(news, { title, description });
    assert.equal(summary.match(/Trains are to run through/g)?.length, 1);
  });

  it('writes other languages', () => {
    const chinese = summarise(findPassages(parseHtml(read('library-zh'))), {
      title: '读者指南',
      words: { least: 20, most: 60 },
    });
    assert.match(chinese, /^[^ ]+。$/);
    for (const name of ['buergerbuero', 'bassein', 'clinic-ar', 'ryokan-ja', 'course-th']) {
      assert.ok(summarise(findPassages(parseHtml(read(name)))).length > 60, name);
    }
  });

  it('makes do with lines where there is no sentence, and with nothing', () => {
    const lines = '<ul><li>oak table with six chairs and a bench</li><li>a lamp</li></ul>';
    assert.equal(summarise(findPassages(parseHtml(lines))), 'oak table with six chairs and a bench');
    assert.equal(summarise([]), '');
    assert.equal(summarise(findPassages(parseHtml('<p>Hi.</p>')), { title: 'Hi' }), '');
  });
});
