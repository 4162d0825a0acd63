import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';

const prose = (paragraphs: number): string =>
  Array.from(
    { length: paragraphs },
    (_, at) =>
      `<p>On day ${at} the boat goes on, past a lock and a mill, to the next village on the river.</p>`,
  ).join('');
const FIELD = '<form><input type="email"><button>OK</button></form>';
const OFFER = '<h3>Der Fluss am Freitag</h3><p>Jede Woche drei Orte am Wasser, kostenlos.</p>';

function keptOf(html: string, head = ''): string {
  const tree = parseHtml(
    `<title>The long river</title>${head}<article><h1>The long river</h1>${prose(9)}${html}${prose(5)}</article>`,
  );
  return visibleText(tree, findMainContent(tree).removed);
}

describe('dropSignUps', () => {
  it('drops the small block around a field for a mail address, in any language', () => {
    for (const html of [
      `<div>${OFFER}${FIELD}<p>Kein Spam, versprochen.</p></div>`,
      `<div><div>${OFFER}</div><div><form><input name="EMAIL"></form></div></div>`,
    ])
      assert.doesNotMatch(keptOf(html), /Fluss|Woche|Spam/, html);
  });

  it('keeps the text around: a long block, one with a title, one with two headings', () => {
    for (const html of [
      `<div><p>${'Jede Woche drei Orte am Wasser und noch mehr. '.repeat(8)}</p>${FIELD}</div>`,
      `<section><h2>Orte</h2><p>Jede Woche drei Orte am Wasser, kostenlos.</p><h2>Briefe</h2>${FIELD}</section>`,
    ])
      assert.match(keptOf(html), /Jede Woche/, html);
    assert.match(keptOf(FIELD), /On day 8(?:.|\n)*On day 4/);
  });

  it('keeps what asks for more than an address', () => {
    const letter = `<div>${OFFER}<form><input type="email"><textarea></textarea></form></div>`;
    assert.match(keptOf(letter), /Jede Woche/);
  });

  it('keeps an invitation on a page that sells', () => {
    const product = '<meta property="og:type" content="product">';
    assert.match(keptOf(`<div>${OFFER}${FIELD}</div>`, product), /Jede Woche/);
  });

  it('says what it went by', () => {
    const tree = parseHtml(
      `<article><h1>The long river</h1>${prose(9)}<div>${OFFER}${FIELD}</div></article>`,
    );
    const removal = findMainContent(tree)
      .trace()
      .find(({ rule }) => rule === 'subscribe');
    assert.equal(removal?.by, 'element');
    assert.equal(removal.evidence, '<input>');
  });
});
