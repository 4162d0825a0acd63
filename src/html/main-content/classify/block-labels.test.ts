import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';

const PROSE = Array.from(
  { length: 20 },
  (_, at) =>
    `<p>On day ${at} the boat goes on, past a lock and a mill, to the next village on the river.</p>`,
).join('');

function reduce(html: string): string {
  const tree = parseHtml(html);
  return visibleText(tree, findMainContent(tree).removed);
}

describe('an id that a reader is led to says nothing of frame', () => {
  for (const name of ['Navigation', 'Search', 'Menu', 'Contact', 'Tags', 'Login', 'Legal', 'Widgets']) {
    it(`heading, section and term called ${name}`, () => {
      const id = name.toLowerCase();
      const text = reduce(
        `<article><h1>Boats</h1>${PROSE}<h2 id="${id}">${name}</h2><p>It is told first, and in two ways.</p>
         <section id="s-${id}"><h2>${name} of boats</h2><p>It is told again, and in three ways.</p></section>
         <dl><dt id="${id}-1">${name} aboard</dt><dd id="${id}-2">It is told once more, in four ways.</dd></dl>
         <ol><li id="cite_note-${id}-3">Where it is told, in five ways.</li></ol></article>`,
      );
      assert.match(text, new RegExp(`^${name}$`, 'm'));
      for (const part of ['in two ways', 'in three ways', 'aboard', 'in four ways', 'in five ways'])
        assert.ok(text.includes(part), `lost: ${part}`);
    });
  }

  it('an id that the heading does not repeat still counts', () => {
    const text = reduce(
      `<article><h1>Boats</h1>${PROSE}</article><section id="newsletter"><h2>Stay aboard</h2><p>A letter, each week.</p></section>`,
    );
    assert.ok(!text.includes('each week'), text);
  });
});
