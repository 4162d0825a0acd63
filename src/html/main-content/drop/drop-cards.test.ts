import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';

const prose = Array.from(
  { length: 90 },
  (_, at) =>
    `<p>On day ${at} the boat goes on, past a lock and a mill, to the next village on the river.</p>`,
).join('');
const names = ['Locks', 'Weirs', 'Mills', 'Fords', 'Ponds'];

function keptOf(part: string): string {
  const tree = parseHtml(`<article><h1>The long river</h1>${prose}${part}</article>`);
  return visibleText(tree, findMainContent(tree).removed);
}

describe('dropCards', () => {
  it('keeps rows of a table, however much they look like cards', () => {
    const row = (name: string): string =>
      `<tr><td><img src="/${name}.jpg" alt=""> <a href="/${name}">See all of the ${name}</a></td><td>Three feet deep</td><td>In use</td></tr>`;
    assert.ok(
      keptOf(`<table><tbody>${names.map(row).join('')}</tbody></table>`).includes('See all of the Mills'),
    );
  });

  it('keeps cards that say much more than their links', () => {
    const text = Array.from({ length: 50 }, (_, at) => `word${at}`).join(' ');
    const card = (name: string): string =>
      `<div><img src="/${name}.jpg" alt=""><b>${name}</b><p>${name} ${text}.</p><a href="/${name}">Read more</a></div>`;
    assert.ok(keptOf(`<div>${names.map(card).join('')}</div>`).includes('Mills word0'));
  });

  it('drops teasers', () => {
    const card = (name: string): string =>
      `<div><a href="/${name}"><img src="/${name}.jpg" alt="">All about ${name}</a><p>A short look at them.</p></div>`;
    assert.ok(!keptOf(`<div>${names.map(card).join('')}</div>`).includes('All about Mills'));
  });

  it('keeps picks with their prices above the text that tells of them', () => {
    const pick = (name: string): string =>
      `<div><img src="/${name}.jpg" alt=""><b>${name} boat</b> $90 <a href="/out/${name}">View the boat</a> carries four and a dog</div>`;
    const picks = `<div>${names.map(pick).join('')}</div>`;
    const above = parseHtml(`<article><h1>The long river</h1>${picks}${prose}</article>`);
    assert.ok(visibleText(above, findMainContent(above).removed).includes('Mills boat'));
    assert.ok(!keptOf(picks).includes('Mills boat'));
  });
});
