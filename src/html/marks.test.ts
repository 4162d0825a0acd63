import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cleanHtml } from './clean-html.ts';
import { findMainContent } from './main-content/find-main-content.ts';
import { removeInvisible } from './main-content/drop/remove-invisible.ts';
import { withoutMarks } from './marks.ts';
import { parseHtml } from './parse.ts';
import { toMarkdown } from './to-markdown/to-markdown.ts';

describe('withoutMarks', () => {
  test('takes the marks off tags and leaves all else as it is', () => {
    const html =
      '<!DOCTYPE html><body><p class="a" data-decant-hidden="">x</p><div data-decant-frame="http://a.test/?b=&quot;&amp;c">' +
      '<p id="q">y</p></div><x-y data-decant-hidden=""></x-y></body>';
    const bare = '<!DOCTYPE html><body><p class="a">x</p><div><p id="q">y</p></div><x-y></x-y></body>';
    assert.equal(withoutMarks(html), bare);
  });

  test('a page that speaks of them keeps its words', () => {
    const html =
      '<p title="say data-decant-hidden">Write data-decant-hidden="" or &lt;p data-decant-hidden=""&gt;</p>' +
      '<script>const a = \'<p data-decant-hidden="">\' < 1</script><!-- <p data-decant-hidden=""> -->' +
      '<textarea><p data-decant-frame="x"></textarea>';
    assert.equal(withoutMarks(html), html);
  });

  test('ends on broken HTML', () => {
    assert.equal(withoutMarks('<p data-decant-hidden=""'), '<p');
    assert.equal(withoutMarks('<script> data-decant-hidden=""'), '<script> data-decant-hidden=""');
    assert.equal(withoutMarks('<!-- data-decant-hidden=""'), '<!-- data-decant-hidden=""');
  });
});

test('the marks are not in clean HTML', () => {
  const html =
    '<p data-decant-hidden="" data-decant-other="kept">x</p><div data-decant-frame="http://a.test/">y</div>';
  const tree = parseHtml(html);
  const clean = cleanHtml(tree, new Uint8Array(tree.length), new URL('http://b.test/'));
  assert.match(clean, /<p data-decant-other="kept">x<\/p><div>y<\/div>/);
});

describe('what a browser saw hidden', () => {
  const prose = Array.from(
    { length: 6 },
    (_, at) => `<p>On day ${at} the keeper lit the lamp for the ships.</p>`,
  );
  const page = (attribute: string): string =>
    `<main><h1>Lamp</h1>${prose.join('')}<div ${attribute}><p>Words of a closed menu.</p></div>
     <p>Seen <span ${attribute}>unseen</span></p></main>`;

  test('is no main content, as if the page had said so in its own style', () => {
    const removed = ['data-decant-hidden=""', 'style="display:none"'].map((attribute) => {
      const found = findMainContent(parseHtml(page(attribute)));
      return found.trace().map(({ rule, characters }) => ({ rule, characters }));
    });
    assert.deepEqual(removed[0], removed[1]);
    assert.deepEqual(
      removed[0]?.map(({ rule }) => rule),
      ['hidden'],
    );
  });

  test('is not in the Markdown, but for the source of a formula and what is most of the page', () => {
    const markdownOf = (html: string): string => {
      const tree = parseHtml(html);
      return toMarkdown(tree, { removed: removeInvisible(tree) });
    };
    assert.equal(markdownOf(page('data-decant-hidden=""')), markdownOf(page('style="display:none"')));
    assert.doesNotMatch(markdownOf(page('data-decant-hidden=""')), /menu|unseen/);
    const formula =
      '<p>So <span class="katex-mathml" data-decant-hidden=""><math><mi>x</mi></math></span> it is</p>';
    assert.match(markdownOf(`${prose.join('')}${formula}`), /x/);
    assert.match(markdownOf(`<div data-decant-hidden="">${prose.join('')}</div>`), /keeper/);
  });
});
