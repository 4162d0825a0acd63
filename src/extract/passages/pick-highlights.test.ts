import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseHtml } from '../../html/parse.ts';
import { toMarkdown } from '../../html/to-markdown/to-markdown.ts';
import { findPassages } from './find-passages.ts';
import { answerFrom, pickHighlights } from './pick-highlights.ts';
import { rankPassages } from './rank-passages.ts';

const FIXTURES = new URL('../../../test/fixtures/answers/', import.meta.url);
const highlightsOf = (html: string, query: string): string[] =>
  pickHighlights(rankPassages(findPassages(parseHtml(html)), query)).map(({ markdown }) => markdown);

describe('pickHighlights', () => {
  it('gives the best first, as the page has them', () => {
    const html =
      '<p>Other things.</p><p>The <b>ferry</b> leaves at noon.</p><p>Nothing here.</p><p>See the <a href="https://f.test/">ferry timetable</a> of the ferry.</p>';
    assert.deepEqual(highlightsOf(html, 'times of the ferry'), [
      'See the [ferry timetable](https://f.test/) of the ferry.',
      'The **ferry** leaves at noon.',
    ]);
  });

  it('joins what stands side by side in one block', () => {
    const html = '<p>Intro.</p><ul><li>oak doors</li><li>oak floors</li><li>glass</li></ul><p>an oak</p>';
    const found = highlightsOf(html, 'oak');
    assert.ok(found.includes('- oak doors\n- oak floors'), found.join('\n---\n'));
    assert.ok(found.includes('an oak'));
  });

  it('gives rows with their header and items with the line that leads them in', () => {
    const table =
      '<table><tr><th>Tea</th><th>Price</th></tr><tr><td>Assam</td><td>€5</td></tr><tr><td>Darjeeling</td><td>€7</td></tr></table>';
    assert.equal(highlightsOf(table, 'Darjeeling')[0], '| Tea | Price |\n| --- | --- |\n| Darjeeling | €7 |');
    assert.equal(
      highlightsOf('<p>In stock:</p><ul><li>rope</li><li>wire</li></ul>', 'wire')[0],
      'In stock:\n\n- wire',
    );
  });

  it('gives an answer with its question, and a short text with the heading above it', () => {
    const html =
      '<dl><dt>Adults</dt><dd>€9</dd><dt>Children</dt><dd>€4</dd></dl><h3>Heron</h3><p>€168</p><h3>Wren</h3><p>€74</p>';
    assert.equal(highlightsOf(html, 'children')[0], '**Children**\n\n€4');
    assert.equal(highlightsOf(html, 'wren')[0], '### Wren\n\n€74');
  });

  it('says nothing twice', () => {
    assert.deepEqual(highlightsOf('<p>some oak</p><p>or</p>'.repeat(5), 'oak'), ['some oak']);
  });

  it('gives nothing when the page speaks of something else', () => {
    const html = '<p>The lion sleeps in the shade of a tree.</p><p>It hunts at night.</p>'.repeat(3);
    assert.deepEqual(highlightsOf(html, 'mortgage interest deduction'), []);
    assert.deepEqual(highlightsOf(html, ''), []);
    assert.deepEqual(highlightsOf('', 'lion'), []);
  });

  it('gives at most eight passages and 2,000 characters', () => {
    const many = Array.from({ length: 40 }, (_, at) => `<p>Fox number ${at}.</p><p>pause</p>`).join('');
    assert.equal(highlightsOf(many, 'fox').length, 8);
    const long = Array.from(
      { length: 40 },
      (_, at) => `<p>Fox ${'word '.repeat(75)}${at}.</p><p>pause</p>`,
    ).join('');
    const found = highlightsOf(long, 'fox');
    assert.ok(found.length > 1 && found.join('').length <= 2000);
  });

  for (const name of readdirSync(FIXTURES)) {
    it(`is verbatim: ${name}`, () => {
      const tree = parseHtml(readFileSync(new URL(`${name}/page.html`, FIXTURES), 'utf8'));
      const { questions } = JSON.parse(readFileSync(new URL(`${name}/questions.json`, FIXTURES), 'utf8')) as {
        questions: Array<[question: string, answer: string]>;
      };
      const whole = toMarkdown(tree).replace(/^[\s>]+/gm, '');
      const passages = findPassages(tree);
      for (const [question] of questions) {
        for (const { markdown } of pickHighlights(rankPassages(passages, question))) {
          for (const line of markdown.split('\n'))
            assert.ok(whole.includes(line.trim().replace(/^> /, '')), line);
        }
      }
    });
  }
});

describe('answerFrom', () => {
  it('gives the best that there is as one text', () => {
    const passages = findPassages(
      parseHtml('<p>Dogs are welcome.</p><p>Cats too.</p><p>The bar opens at six.</p>'),
    );
    assert.equal(answerFrom(rankPassages(passages, 'When does the bar open?')), 'The bar opens at six.');
    assert.equal(answerFrom(rankPassages(passages, 'nuclear physics lecture')), '');
  });
});
