import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../parse.ts';
import { findMainContent } from './find-main-content.ts';

const prose = (paragraphs: number): string =>
  Array.from(
    { length: paragraphs },
    (_, at) =>
      `<p>On day ${at} the boat goes on, past a lock and a mill, to the next village on the river.</p>`,
  ).join('');

test('a trace names the evidence of each rule as the page wrote it', () => {
  const { trace } = findMainContent(
    parseHtml(
      `<div role="banner">Riverside Weekly</div><article><h1>The long river</h1>${prose(12)}
       <div id="cta" class="wide promo-box">Win a boat</div><div hidden>Loading</div>
       <div><h2>You may also like</h2><p>A short stream, told in one evening.</p></div></article>
       <footer><p>Imprint</p></footer>`,
    ),
  );
  assert.deepEqual(
    trace().map(({ rule, by, evidence }) => [rule, by, evidence]),
    [
      ['page header', 'role', 'role="banner"'],
      ['hidden', 'hidden', 'hidden by the page'],
      ['page footer', 'element', '<footer>'],
      ['promotion', 'name', '#cta .promo-box'],
      ['announced', 'heading', 'under the heading "You may also like"'],
    ],
  );
});
