import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';

const prose = (paragraphs: number, about = 'boat'): string =>
  Array.from(
    { length: paragraphs },
    (_, at) =>
      `<p>On day ${at} the ${about} goes on, past a lock and a mill, to the next village on the river.</p>`,
  ).join('');

const story = (name: string, inside = prose(2, name)): string =>
  `<div class="item"><h3><a href="/${name}">The tale of the ${name}</a></h3>${inside}</div>`;
const STORIES = ['goose', 'heron', 'otter', 'trout'];
const river = (inside?: (name: string) => string): string =>
  `<section><h2>Elsewhere</h2>${STORIES.map((name) => story(name, inside?.(name))).join('')}</section>`;

const HEAD = '<title>The long river | Rivers</title><link rel="canonical" href="https://rivers.test/long">';
const DECLARED = `${HEAD}<meta property="article:published_time" content="2026-01-01">`;
const TITLE = '<h1>The long river</h1>';

function keptOf(html: string): string {
  const tree = parseHtml(html);
  return visibleText(tree, findMainContent(tree).removed);
}

describe('dropRivers', () => {
  it('drops other stories behind, before and beside an article, however much they hold', () => {
    for (const body of [
      `<div>${TITLE}${prose(5)}</div>${river()}`,
      `${river()}<div>${TITLE}${prose(5)}</div>`,
      `<div><div>${TITLE}${prose(9)}</div>${river()}<div>${prose(2, 'raft')}</div></div>`,
      `<div>${TITLE}${prose(5)}${river()}</div>`,
    ]) {
      const kept = keptOf(`${DECLARED}<body>${body}`);
      assert.doesNotMatch(kept, /goose|otter|trout|Elsewhere/, body);
      assert.match(kept, /The long river\nOn day 0 the boat(?:.|\n)*On day 4 the boat/);
    }
  });

  it('drops rows of stories, and links around headlines', () => {
    const card = (name: string): string =>
      `<a href="/${name}"><h4>The tale of the ${name}</h4>${prose(1, name)}</a>`;
    const rows = `<div><div>${card('goose')}${card('heron')}</div><div>${card('otter')}${card('trout')}</div></div>`;
    const kept = keptOf(`${DECLARED}<body><div>${TITLE}${prose(3)}</div>${rows}`);
    assert.doesNotMatch(kept, /goose|heron|otter|trout/);
  });

  it('drops whole posts that look like the one with the title', () => {
    const post = (name: string): string =>
      `<article class="post"><h2><a href="/${name}">The tale of the ${name}</a></h2>${prose(16, name)}</article>`;
    const posts = STORIES.map(post).join('');
    const kept = keptOf(
      `${DECLARED}<body><div><article class="post">${TITLE}${prose(12)}</article>${posts}</div>`,
    );
    assert.doesNotMatch(kept, /goose|trout/);
    assert.match(kept, /On day 11 the boat/);
  });

  it('drops stories that hold less than the text of a page whose preview alone calls it an article', () => {
    const shared = `${HEAD}<meta property="og:type" content="article"><body>`;
    assert.doesNotMatch(keptOf(`${shared}<div>${TITLE}${prose(14)}</div>${river()}`), /goose|Elsewhere/);
    assert.match(keptOf(`${shared}<div>${TITLE}${prose(8)}</div>${river()}`), /goose(?:.|\n)*trout/);
    assert.match(keptOf(`${HEAD}<body><div>${TITLE}${prose(14)}</div>${river()}`), /goose(?:.|\n)*trout/);
  });

  it('keeps picks with their prices', () => {
    const picks = river((name) => `${prose(1, name)}<p><b>$20</b> in a shop</p>`);
    assert.match(keptOf(`${DECLARED}<body>${picks}<div>${TITLE}${prose(9)}</div>`), /goose(?:.|\n)*trout/);
  });

  it('keeps a list of stories that the text runs around, or that leads to other sites', () => {
    const elsewhere = river().replaceAll('href="/', 'href="https://other.test/');
    for (const html of [
      `<div>${TITLE}${prose(5)}${river()}${prose(3, 'raft')}</div>`,
      `<div>${TITLE}${prose(5)}${elsewhere}</div>`,
    ])
      assert.match(keptOf(`${DECLARED}<body>${html}`), /goose(?:.|\n)*trout/, html);
  });

  it('keeps the stories of a page that holds hardly anything else, or whose title is none', () => {
    assert.match(keptOf(`${DECLARED}<body><div>${TITLE}${prose(1)}</div>${river()}`), /goose(?:.|\n)*trout/);
    assert.match(keptOf(`${DECLARED}<body><div>${prose(5)}</div>${river()}`), /goose(?:.|\n)*trout/);
  });

  it('says what it went by', () => {
    const tree = parseHtml(`${DECLARED}<body><div>${TITLE}${prose(5)}</div>${river()}`);
    const [removal] = findMainContent(tree)
      .trace()
      .filter(({ rule }) => rule === 'river');
    assert.equal(removal?.by, 'shape');
    assert.match(removal.evidence, /headline that leads to another page/);
  });
});
