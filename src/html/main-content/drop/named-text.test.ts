import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';

const prose = Array.from(
  { length: 12 },
  (_, at) =>
    `<p>On day ${at} the boat goes on, past a lock and a mill, to the next village on the river.</p>`,
).join('');

function keptOf(html: string): string {
  const tree = parseHtml(html);
  return visibleText(tree, findMainContent(tree).removed);
}

describe('names of loose meaning', () => {
  it('a line of properties goes, a block of them with a heading or with many words stays', () => {
    const words = Array.from({ length: 45 }, (_, at) => `word${at}`).join(' ');
    const kept = keptOf(
      `<article><h1>The long river</h1><div class="post-meta">Sport, by Ann</div>${prose}
       <div class="meta-block"><h3>Length and depth</h3><span>Forty miles, three feet</span></div>
       <div class="river_meta_data">${words}</div></article>`,
    );
    assert.ok(!kept.includes('by Ann'));
    assert.ok(kept.includes('Forty miles') && kept.includes('word44'));
  });

  it('services are told in teasers and banners', () => {
    const html = (address: string, kind: string): string =>
      `<link rel="canonical" href="https://river.example/${address}"><body class="${kind}"><h1>What we do</h1>${prose}
       <div class="teaser"><h3>Locks</h3><p>We build new ones.</p></div><div class="promo-banner">All in one week.</div>`;
    const service = keptOf(html('services/', 'page-template'));
    assert.ok(service.includes('We build new ones') && service.includes('All in one week'));
    const story = keptOf(html('blog/the-long-river-and-its-locks/', 'single-post'));
    assert.ok(!story.includes('We build new ones') && !story.includes('All in one week'));
  });

  it('names on headings, of subjects, states and columns say nothing', () => {
    const kept = keptOf(
      `<article class="post-7 tag-search-engine"><h1>The long river</h1>${prose}
       <h3 class="anchor-with-sticky-navbar">Locks on the way</h3><p>Twelve in all.</p>
       <div class="text sidebar-enabled--false"><p>Boats go once a day.</p></div>
       <div class="content-sidebar-wrap"><p>Nobody waits.</p></div>
       <div class="switch-sidebar-left"><h3>Mills</h3><p>They grind flour for each of the villages on the river, day and night, since the year of the flood.</p></div></article>`,
    );
    for (const part of ['Locks on the way', 'once a day', 'Nobody waits', 'Mills'])
      assert.ok(kept.includes(part), part);
  });

  it('overlays of services, pictures of goods and lines of entries are what the page shows', () => {
    const service = keptOf(
      `<link rel="canonical" href="https://river.example/services/"><body class="page-template"><h1>What we do</h1>${prose}
       <div class="card-overlay-text"><span>We build locks.</span></div><div class="modal"><span>Send us a letter</span></div>`,
    );
    assert.ok(service.includes('We build locks') && !service.includes('a letter'));
    const goods = ['Oak', 'Elm', 'Ash', 'Fir'].map(
      (name) => `<div><a href="/${name}"><img src="/${name}.jpg" alt=""></a><b>${name} boat</b> $9</div>`,
    );
    const shop = keptOf(
      `<link rel="canonical" href="https://river.example/collections/boats"><body class="template-collection"><h1>Boats</h1>
       <div class="goods">${goods.join('').replaceAll('boat', 'raft')}</div><div class="carousel dark-nav-btns">${goods.join('')}</div>
       <div class="sale-promo">Two for one</div><div class="author">Ann Miller</div>`,
    );
    for (const part of ['Elm boat', 'Two for one', 'Ann Miller']) assert.ok(shop.includes(part), part);
  });

  it('a block of sentences needs a name that says nothing else to go', () => {
    const text =
      'Whoever follows the river for a week sees nine old mills, and hears each of them from afar.';
    const article = (name: string): string =>
      keptOf(`<article><h1>The long river</h1>${prose}<div class="${name}"><p>${text}</p></div></article>`);
    for (const name of ['answer-read-more-text', 'search-intro', 'share-price-text', 'story-promo'])
      assert.ok(article(name).includes('nine old mills'), name);
    assert.ok(!article('promo').includes('nine old mills'));
  });

  it('answers that can be filtered, posts and remarks on entries are text', () => {
    const answer = `<div class="item filter-active"><b>How deep is it?</b><p>Three feet in summer, four in spring, and no boat goes in any other time of the year.</p></div>`;
    assert.ok(keptOf(`<article><h1>The long river</h1>${prose}${answer}</article>`).includes('Three feet'));
    const posts = ['Ann', 'Ben', 'Cid'].map(
      (name) =>
        `<div class="post"><b>${name}</b>${prose.replaceAll('boat', name)}<div class="height-sig"><p>${name} says that nobody should go there in winter, by any means.</p></div></div>`,
    );
    const forum = keptOf(`<meta name="generator" content="phpBB"><h1>Boats</h1>${posts.join('')}`);
    assert.ok(forum.includes('Ben says that nobody'), forum);
    const entries = ['Oak', 'Elm', 'Ash', 'Fir'].map(
      (name) =>
        `<li><a href="/${name}">${name} boats of the river</a><div class="list-comments">Comments: 8 pages on ${name}</div></li>`,
    );
    const listing = keptOf(
      `<link rel="canonical" href="https://river.example/tags/boats"><h1>Boats</h1><ul>${entries.join('')}</ul>
       <section><h2>Latest news</h2><ul>${entries.join('').replaceAll('boats', 'rafts')}</ul></section>`,
    );
    assert.ok(listing.includes('pages on Elm') && listing.includes('Elm rafts'), listing);
  });

  it('goods with prices stay whatever the name of their block', () => {
    const goods = ['Oak', 'Elm', 'Ash', 'Fir', 'Yew'].map(
      (name) => `<div><a href="/${name}"><img src="/${name}.jpg" alt=""></a><b>${name} boat</b> $9</div>`,
    );
    const shop = keptOf(
      `<link rel="canonical" href="https://river.example/collections/boats"><body class="template-collection"><h1>Boats</h1>
       <p>All of our boats are built by hand, of wood from the valley, in one winter.</p><div class="pagination">${goods.join('')}</div>`,
    );
    assert.ok(shop.includes('Elm boat'), shop);
  });

  it('a footer stands below the text: what is called one further up is that of a card', () => {
    const page = (top: string, bottom: string): string =>
      keptOf(
        `<article><h1>The long river</h1>${top}${prose}${prose.replaceAll('boat', 'ferry')}${bottom}</article>`,
      );
    const legal = '<div class="seller-legal-text">The seller answers for this</div>';
    const note = '<div class="footer">All times are those of the summer, and no boat goes by night.</div>';
    assert.ok(page(legal, '').includes('seller answers') && page(note, '').includes('those of the summer'));
    assert.ok(!page('', legal).includes('seller answers') && !page('', note).includes('those of the summer'));
    assert.ok(!page('<div class="footer">Home, News, Shop</div>', '').includes('Shop'));
  });

  it('offers and the rating of a product are not its shop', () => {
    const kept = keptOf(
      `<meta property="og:type" content="product"><h1>A boat of oak</h1>${prose}
       <div class="reviews">Very good: 12 ratings</div>
       <div class="area-add-to-cart-12">Two boats and an oar $40</div><div class="cart">Your cart $0</div>`,
    );
    assert.ok(kept.includes('12 ratings') && kept.includes('an oar') && !kept.includes('Your cart'), kept);
  });

  it('what is called a drawer in an article is a part of it when it has a heading and asks for nothing', () => {
    const drawer = (end: string): string =>
      `<div class="drawer"><h3>Other mills</h3><ul><li><a href="/a">Upper mill</a></li><li><a href="/b">Lower mill</a></li></ul>${end}</div>`;
    const page = (part: string): string => `<article><h1>The long river</h1>${prose}${part}</article>`;
    assert.ok(keptOf(page(drawer(''))).includes('Lower mill'));
    assert.ok(!keptOf(page(drawer('<input type="text">'))).includes('Lower mill'));
    assert.ok(!keptOf(`${page('')}${drawer('')}`).includes('Lower mill'));
  });

  it('text over a picture is no pop-up, a panel of a page builder no box of a side bar', () => {
    const page = (name: string): string =>
      keptOf(
        `<article><h1>The long river</h1>${prose}<div class="${name}"><span>Twelve locks</span></div></article>`,
      );
    for (const name of ['image-with-text-overlay', 'so-panel widget', 'skip-item', 'follow-up'])
      assert.ok(page(name).includes('Twelve locks'), name);
    for (const name of ['overlay', 'menu-overlay', 'widget', 'skip-links', 'follow-us'])
      assert.ok(!page(name).includes('Twelve locks'), name);
  });

  it('a line about an author goes, many that look alike are those of entries', () => {
    const parts = (many: number): string =>
      Array.from(
        { length: many },
        (_, at) => `<h2>Part ${at}</h2><div class="author">Ann ${at}</div>${prose}`,
      ).join('');
    assert.ok(!keptOf(`<article><h1>The long river</h1>${parts(3)}</article>`).includes('Ann 2'));
    assert.ok(keptOf(`<article><h1>The long river</h1>${parts(5)}</article>`).includes('Ann 2'));
    const service = `<link rel="canonical" href="https://river.example/services/"><body class="page-template"><h1>What we do</h1>${prose}<div class="author">Ann Miller, Upper Mill</div>`;
    assert.ok(keptOf(service).includes('Upper Mill'));
  });

  it('properties that are all of an item, or a summary in sentences, are no line about a post', () => {
    const page = (part: string): string =>
      keptOf(`<article><h1>The long river</h1>${part}${prose}</article>`);
    assert.ok(page('<ul><li><div class="x_meta">Turns on the spot</div></li></ul>').includes('on the spot'));
    const summary = 'A walk along the whole of the river, told in four parts, by two who went all the way.';
    assert.ok(page(`<div class="page-meta-text">${summary}</div>`).includes('told in four parts'));
    assert.ok(!page('<div class="page-meta-text">By Ann, on May 4, in the evening</div>').includes('By Ann'));
  });

  it('links that say a sentence each are no menu, a banner with a heading shows the product', () => {
    const cards = (text: string): string =>
      ['Locks', 'Weirs', 'Mills']
        .map((name) => `<a href="/${name}"><div class="navCard"><b>${name}</b> ${text}</div></a>`)
        .join('');
    const page = (text: string): string =>
      keptOf(
        `<link rel="canonical" href="https://river.example/services/"><body class="page-template"><h1>What we do</h1>${prose}<section>${cards(text)}</section>`,
      );
    assert.ok(
      page('of the river are old, and each of them is kept by a family of its own').includes('Mills of'),
    );
    assert.ok(!page('of the river').includes('Mills of'));
    const product = keptOf(
      `<meta property="og:type" content="product"><h1>A boat of oak</h1>${prose}
       <section class="OakBanner"><h2>Oak from the valley</h2><p>Cut in winter</p></section><div class="promo"><h2>Half price</h2></div>`,
    );
    assert.ok(product.includes('Cut in winter') && !product.includes('Half price'), product);
  });
});
