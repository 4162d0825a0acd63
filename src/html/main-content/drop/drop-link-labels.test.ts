import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';

const NAMES = ['Rye', 'Oat', 'Spelt', 'Wheat', 'Millet'];

function reduce(card: (name: string, at: number) => string): string {
  const tree = parseHtml(
    `<link rel="canonical" href="https://mill.example/collections/flour"><h1>Flour</h1><ul>${NAMES.map(card).join('')}</ul>`,
  );
  return visibleText(tree, findMainContent(tree).removed);
}

const title = (name: string): string =>
  `<h3><a href="/${name}">${name} flour</a></h3><p>Two pounds for $4.</p>`;

describe('dropLinkLabels', () => {
  it('drops what every card says, in whatever language, when its title leads there too', () => {
    const text = reduce((name) => `<li>${title(name)}<div><a href="/${name}">Mehr lesen</a></div></li>`);
    assert.doesNotMatch(text, /Mehr lesen/);
    assert.match(text, /Millet flour/);
  });

  it('drops labels that lead nowhere', () => {
    assert.doesNotMatch(
      reduce((name) => `<li>${title(name)}<div><a href="#">Quick view</a></div></li>`),
      /Quick view/,
    );
  });

  it('keeps a label that alone leads to its page', () => {
    assert.match(
      reduce((name) => `<li>${title(name)}<div><a href="/map/${name}">Directions</a></div></li>`),
      /Directions/,
    );
  });

  it('keeps one of two labels when nothing else leads there', () => {
    const text = reduce(
      (name) =>
        `<li><p>${name} for $4.</p><div><a href="/${name}">View</a></div><div><a href="/${name}">Buy</a></div></li>`,
    );
    assert.equal((text.match(/View|Buy/g) ?? []).length, NAMES.length);
  });

  it('keeps a name that leads to one page from every card', () => {
    assert.match(
      reduce((name) => `<li>${title(name)}<div><a href="/brand">Old Mill</a></div></li>`),
      /Old Mill/,
    );
  });

  it('keeps links within sentences', () => {
    assert.match(
      reduce((name) => `<li>${title(name)}<p>How it is ground stands <a href="/${name}">here</a>.</p></li>`),
      /stands here/,
    );
  });
});
