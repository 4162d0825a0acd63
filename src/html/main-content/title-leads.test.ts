import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../parse.ts';
import { findMainContent } from './find-main-content.ts';
import { visibleText } from './measure/visible-text.ts';

const prose = Array.from(
  { length: 20 },
  (_, at) =>
    `<p>On day ${at} the boat goes on, past a lock and a mill, to the next village on the river.</p>`,
).join('');

function keptOf(html: string): string {
  const tree = parseHtml(html);
  return visibleText(tree, findMainContent(tree).removed);
}

const page = (head: string): string =>
  `<title>The long river</title><div class="page"><div class="hero"><div>${head}</div></div><div class="text">${prose}</div></div>`;

describe('findTitleLeads', () => {
  it('keeps the summary under a title whose block stands beside the text', () => {
    const kept = keptOf(
      page(
        `<h1>The long river</h1><p>We walked all of it, from the hills to the sea, in four parts.</p><div>By Ann Miller</div>
         <ul><li>Share</li></ul>`,
      ),
    );
    assert.ok(kept.startsWith('The long river\nWe walked all of it'), kept.slice(0, 200));
    assert.ok(!kept.includes('Ann Miller') && !kept.includes('Share'));
  });

  it('keeps the second heading right under the title, and no heading further down', () => {
    const kept = keptOf(
      page(
        '<h1>The long river</h1><h2>A walk that took four days and two pairs of shoes</h2><div>Sport</div><div>Boats</div><h3>More about our boats and their crews</h3>',
      ),
    );
    assert.ok(kept.includes('two pairs of shoes'));
    assert.ok(!kept.includes('their crews'));
  });

  it('keeps a long heading below the line of the author, and a summary with some links', () => {
    const kept = keptOf(
      page(
        `<h1>The long river</h1><div>By Ann Miller</div><div>Walks</div>
         <h2>Whoever has four days to spare sees nine old mills, twelve locks and the sea on this walk</h2>
         <p>We walked it with <a href="/ben">Ben of the Upper Mill</a>, who keeps the locks, in May.</p>`,
      ),
    );
    assert.ok(kept.includes('nine old mills') && kept.includes('keeps the locks'), kept.slice(0, 300));
  });

  it('leaves out what leads elsewhere, and what another rule took', () => {
    const kept = keptOf(
      page(
        `<h1>The long river</h1><p><a href="/all">All of our stories on rivers, boats and locks, told since the year 1990.</a></p>
         <div class="newsletter-signup"><p>Get our letter on each Monday, free of charge, until you stop it.</p></div>`,
      ),
    );
    assert.ok(kept.startsWith('The long river\nOn day 0'), kept.slice(0, 200));
  });

  it('keeps the points right under a title that lead nowhere', () => {
    const kept = keptOf(
      page(
        '<h1>The long river</h1><ul><li>Four days by boat or on foot</li><li><a href="/all">See all of our long rivers</a></li></ul>',
      ),
    );
    assert.ok(kept.includes('Four days by boat') && !kept.includes('See all'), kept.slice(0, 200));
  });

  it('keeps sentences above the title that lead to it, drops notices and links', () => {
    const kept = keptOf(
      `<main><div>All boats at half price</div><div>Whoever has a week and two good pairs of shoes should read this first, and only then go to buy a map of it.</div>
       <h1>The long river</h1>${prose}</main>`,
    );
    assert.ok(kept.includes('two good pairs') && !kept.includes('half price'), kept.slice(0, 200));
  });
});

describe('findFactsBeside', () => {
  const facts = ['Nine feet long', 'Made of oak', 'For two rowers', 'With a sail', 'Built in a mill']
    .map((fact) => `<div><i></i><span>${fact}</span></div>`)
    .join('');
  const beside = (column: string): string =>
    keptOf(
      page(
        `<div class="pictures"><img src="boat.jpg" alt=""></div><div><h1>The long river</h1>${column}</div>`,
      ),
    );

  it('keeps short facts below the title, as a list or as blocks', () => {
    assert.ok(beside(`<div><h4>Why this boat</h4>${facts}</div>`).includes('For two rowers'));
    assert.ok(
      beside(`<div><ul>${facts.replaceAll('div>', 'li>')}</ul><a href="/all">All of it</a></div>`).includes(
        'With a sail',
      ),
    );
  });

  it('drops blocks that ask, lead elsewhere, or are named frame', () => {
    assert.ok(!beside(`<div>${facts}<button>Buy</button></div>`).includes('For two rowers'));
    assert.ok(!beside(`<div>${facts.replaceAll('span', 'a')}</div>`).includes('For two rowers'));
    assert.ok(!beside(`<div class="share">${facts}</div>`).includes('For two rowers'));
  });
});
