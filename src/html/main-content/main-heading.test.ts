import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../parse.ts';
import { findMainContent } from './find-main-content.ts';
import { measureVisible } from './drop/remove-invisible.ts';
import { findMainHeading } from './main-heading.ts';
import { visibleText } from './measure/visible-text.ts';

const PROSE = Array.from(
  { length: 20 },
  (_, at) =>
    `<p>On day ${at} the boat goes on, past a lock and a mill, to the next village on the river.</p>`,
).join('');

function titleOf(html: string): { text: string; isNamed: boolean } {
  const tree = parseHtml(html);
  const { node, isNamed } = findMainHeading(tree, measureVisible(tree).measures);
  return { text: node < 0 ? '' : tree.text(node + 1), isNamed };
}

describe('findMainHeading', () => {
  const title = '<title>The long river - Riverside Weekly</title>';
  it('takes the heading that says what the page calls itself, not the first h1', () => {
    assert.deepEqual(titleOf(`${title}<h1>Riverside</h1><h1>The Long River</h1>`), {
      text: 'The Long River',
      isNamed: true,
    });
    assert.deepEqual(titleOf(`${title}<h1>Riverside</h1><h2>The long river</h2>`), {
      text: 'The long river',
      isNamed: true,
    });
    assert.deepEqual(
      titleOf(
        `<meta property="og:title" content="Mills &amp; locks"><h1>News</h1><h2>Mills &amp; locks</h2>`,
      ),
      { text: 'Mills & locks', isNamed: true },
    );
  });

  it('takes the heading in the page before the same one in a dialog or a menu', () => {
    const { node } = (() => {
      const tree = parseHtml(
        `${title}<div role="dialog"><h1>The long river</h1></div><nav><h1>The long river</h1></nav><h2>The long river</h2>`,
      );
      return { node: tree.name(findMainHeading(tree, measureVisible(tree).measures).node) };
    })();
    assert.equal(node, 'h2');
  });

  it('takes the first h1 where no heading is named', () => {
    assert.deepEqual(titleOf(`<title>x</title><h1>One</h1><h1>Two</h1>`), { text: 'One', isNamed: false });
    assert.deepEqual(titleOf(`<p>x</p>`), { text: '', isNamed: false });
  });
});

describe('findMainContent keeps the title', () => {
  const title = '<title>The long river - Riverside Weekly</title>';
  const pages = {
    'beside a logo that is an h1': `${title}<h1>Riverside</h1><div><div class="hero"><h1>The long river</h1></div><div>${PROSE}</div></div>`,
    'as an h2': `${title}<h1>Riverside</h1><div><header><h2>The long river</h2></header><div>${PROSE}</div></div>`,
    'in a block with the name of frame': `${title}<div class="cta-banner"><h2>The long river</h2></div><div>${PROSE}</div>`,
    'outside main': `${title}<h1>Riverside</h1><div><h1>The long river</h1></div><main>${PROSE}</main>`,
  };
  for (const [name, html] of Object.entries(pages)) {
    it(name, () => {
      const tree = parseHtml(html);
      const text = visibleText(tree, findMainContent(tree).removed);
      assert.ok(text.startsWith('The long river') || text.includes('\nThe long river\n'), text.slice(0, 200));
    });
  }
});
