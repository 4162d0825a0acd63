import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../parse.ts';
import { findMainContent } from './find-main-content.ts';
import { announcesSideSection } from './drop/side-section-headings.ts';
import { visibleText } from './measure/visible-text.ts';

const prose = (paragraphs: number): string =>
  Array.from(
    { length: paragraphs },
    (_, at) =>
      `<p>On day ${at} the boat goes on, past a lock and a mill, to the next village on the river.</p>`,
  ).join('');

function reduce(html: string): string {
  const tree = parseHtml(html);
  return visibleText(tree, findMainContent(tree).removed);
}

describe('dropSideSections', () => {
  it('drops the block that begins with the heading', () => {
    const kept = reduce(
      `<article><h1>The long river</h1>${prose(8)}<div><div><h2>You may also like</h2></div><p>A short stream, told in one long evening, by the fire.</p></div></article>`,
    );
    assert.ok(
      kept.includes('On day 7') && !kept.includes('You may also') && !kept.includes('short stream'),
      kept,
    );
  });

  it('drops heading and what follows up to the next heading of its rank', () => {
    const kept = reduce(
      `<article><h1>The long river</h1>${prose(4)}<h2>Related articles</h2><h3>Streams</h3><p>A short stream, told in one long evening, by the fire.</p>
       <h2>The way back</h2>${prose(4)}</article>`,
    );
    assert.ok(!kept.includes('Related') && !kept.includes('Streams') && !kept.includes('short stream'), kept);
    assert.ok(kept.includes('The way back') && kept.includes('On day 3'), kept);
  });

  it('keeps what a section called related tells itself, without links and teasers', () => {
    const table = `<table>${Array.from({ length: 12 }, (_, at) => `<tr><td>Lock ${at}</td><td>Built in 18${at}0</td></tr>`).join('')}</table>`;
    const kept = reduce(
      `<article><h1>The long river</h1>${prose(20)}<h3>Related resources</h3>${table}</article>`,
    );
    assert.ok(kept.includes('Lock 11'), kept);
    const teasers = reduce(
      `<article><h1>The long river</h1>${prose(20)}<h3>Related resources</h3><h4>Lock 11</h4>${table}</article>`,
    );
    assert.ok(!teasers.includes('Built in'), teasers);
  });

  it('keeps paragraphs and lists of sentences under such a heading, although they name other pages', () => {
    const parts = (tag: string): string =>
      ['Oak', 'Elm', 'Ash']
        .map(
          (name) =>
            `<${tag}>In <a href="/${name}">The ${name} book of boats</a> two of us have told, at some length, how they are built.</${tag}>`,
        )
        .join('');
    const page = (part: string): string =>
      reduce(`<article><h1>The long river</h1>${prose(20)}<h3>Related</h3>${part}</article>`);
    assert.ok(page(parts('p')).includes('The Elm book'));
    assert.ok(!page(`<div>${parts('div')}</div>`).includes('The Elm book'));
  });

  it('keeps what a product says about its author', () => {
    const page = (head: string): string =>
      reduce(
        `${head}<h1>The long river</h1>${prose(8)}<h2>About the author</h2><p>Ann Miller has walked along nine rivers, and written a book about each.</p>`,
      );
    assert.ok(page('<meta property="og:type" content="product">').includes('nine rivers'));
    assert.ok(!page('<meta property="og:type" content="article">').includes('nine rivers'));
  });

  it('keeps a section that holds much of the text, and the title', () => {
    const kept = reduce(
      `<article><h1>Related articles</h1>${prose(3)}<section><h2>Comments</h2>${prose(9)}</section></article>`,
    );
    assert.ok(
      kept.includes('Related articles') && kept.includes('Comments') && kept.includes('On day 8'),
      kept,
    );
  });
});

describe('dropSideSections in documentation', () => {
  it('keeps a section whose heading may name a subject', () => {
    const kept = reduce(
      `<meta name="generator" content="mkdocs"><h1>The template language</h1>${prose(6)}<h2>Comments</h2><p>A comment starts with a hash, and it ends with the line.</p>`,
    );
    assert.ok(kept.includes('starts with a hash'), kept);
  });
});

describe('announcesSideSection', () => {
  const beside = [
    'Related articles',
    ' Related ',
    'You might also like',
    'Customers who bought this also bought',
    '12 Comments',
    'Leave a reply',
    'Subscribe to our newsletter',
    'Sign up for our monthly letter',
    'Das könnte dich auch interessieren',
    'Articles similaires',
    'También te puede interesar',
  ];
  const content = [
    'Related work',
    'More on locks',
    'Comments in code',
    'Popular opinion',
    'Sharing a boat',
    'Subscribe to events',
    'Sign up for an account',
    'Newsletter design',
    '',
  ];
  for (const heading of beside) it(`yes: ${heading}`, () => assert.ok(announcesSideSection(heading)));
  for (const heading of content) it(`no: ${heading}`, () => assert.ok(!announcesSideSection(heading)));
});

describe('dropAboveTitle', () => {
  it('drops what stands above the only h1', () => {
    const kept = reduce(
      `<main><div>Free tickets until Monday</div><p><a href="/">All rivers</a> / North</p><h1>The long river</h1>${prose(5)}</main>`,
    );
    assert.ok(kept.startsWith('The long river'), kept);
  });

  it('keeps a text above a title that comes late', () => {
    const kept = reduce(`<main>${prose(3)}<h1>The long river</h1>${prose(5)}</main>`);
    assert.ok(kept.startsWith('On day 0'), kept);
  });

  it('keeps what stands above when there are several h1', () => {
    const kept = reduce(
      `<main><p>Spring edition</p><h1>The long river</h1>${prose(3)}<h1>The way back</h1>${prose(3)}</main>`,
    );
    assert.ok(kept.startsWith('Spring edition'), kept);
  });
});
