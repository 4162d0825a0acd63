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
const links = (to = '/'): string =>
  ['Alpha locks', 'Bravo weirs', 'Delta mills', 'Echo fords']
    .map((name) => `<li><a href="${to}${name.slice(0, 4)}">${name}</a></li>`)
    .join('');

function keptOf(html: string): string {
  const tree = parseHtml(html);
  return visibleText(tree, findMainContent(tree).removed);
}

const article = (end: string): string => `<article><h1>The long river</h1>${prose}${end}</article>`;

describe('dropLinkLists in an article', () => {
  it('keeps a list that a paragraph or a heading announces', () => {
    for (const lead of ['<p>These are worth a day of their own, each of them:</p>', '<h2>Sources</h2>']) {
      const kept = keptOf(article(`${lead}<ul>${links()}</ul>`));
      assert.ok(kept.includes('Delta mills'), lead);
    }
    assert.ok(
      keptOf(article(`<p>Worth a day of their own:</p><div><div><ul>${links()}</ul></div></div>`)).includes(
        'Delta mills',
      ),
    );
  });

  it('drops a list that is announced as leading to other pages, and one that nothing announces', () => {
    for (const lead of ['<p>Related posts:</p>', '<p>You might also like:</p>', '<hr>', '<div>Menu</div>']) {
      assert.ok(!keptOf(article(`${lead}<ul>${links()}</ul>`)).includes('Delta mills'), lead);
    }
  });

  it('keeps a block with a heading of its own, drops one of teasers', () => {
    const kept = article(`<hr><div><h3>More on weirs</h3><div><ul>${links()}</ul></div></div>`);
    assert.ok(keptOf(kept).includes('Delta mills'));
    const teasers = ['Alpha', 'Bravo', 'Delta'].map(
      (name) => `<div><h3><a href="/${name}">${name} and all of its mills</a></h3></div>`,
    );
    assert.ok(!keptOf(article(`<hr><div>${teasers.join('')}</div>`)).includes('Delta and all'));
  });

  it('drops the contents of the page itself', () => {
    assert.ok(!keptOf(article(`<h2>On this page</h2><ul>${links('#')}</ul>`)).includes('Delta mills'));
  });

  it('keeps properties, each with its values as links', () => {
    const facts = (mark: string): string =>
      `<hr><div><b>Built of${mark}</b> <a href="/oak">Oak of the valley</a>, <a href="/elm">Elm wood</a><br><b>By${mark}</b> <a href="/ann">Ann of the upper mill</a></div>`;
    assert.ok(keptOf(article(facts(':'))).includes('Elm wood'));
    assert.ok(!keptOf(article(facts(''))).includes('Elm wood'));
  });

  it('never takes a part out of a table, or a listing', () => {
    const kept = keptOf(
      article(
        `<table><tr><td>Locks</td><td>12</td><td><a href="/a">notes</a>, <a href="/b">slides</a></td></tr>
         <tr><td>Weirs</td><td>4</td><td>none as of yet, alas</td></tr></table><pre><a>1</a> <a>2</a></pre><p>So it goes, on and on.</p>`,
      ),
    );
    assert.ok(kept.includes('slides') && kept.includes('1 2'), kept);
  });
});

describe('dropLinkLists elsewhere', () => {
  it('keeps cards of a service that say a sentence each, drops its menus', () => {
    const card = (name: string): string =>
      `<a href="/${name}"><h3>${name}</h3>We build and keep ${name.toLowerCase()} for towns and farms on every river</a>`;
    const kept = keptOf(
      `<link rel="canonical" href="https://river.example/services/"><body class="page-template"><h1>What we do</h1>${prose}
       <div>${['Locks', 'Weirs', 'Mills'].map(card).join('')}</div><div><ul>${links()}</ul></div>`,
    );
    assert.ok(kept.includes('keep weirs for towns'));
    assert.ok(!kept.includes('Delta mills'));
  });

  it('keeps every list of a documentation', () => {
    const kept = keptOf(
      `<meta name="generator" content="mkdocs"><h1>Pumps</h1>${prose}<section><ul>${links()}</ul></section>`,
    );
    assert.ok(kept.includes('Delta mills'));
  });
});

describe('lists of links that are content', () => {
  it('keeps the headings of a pick, both of them links, above its text', () => {
    const pick = (end: string): string =>
      article(
        `<hr><div><div><h2><a href="/out/1">The best small boat</a></h2><h3><a href="/out/1">Heron 15 (H15-32P)</a></h3></div>${end}</div>`,
      );
    assert.ok(keptOf(pick('<p>Unlike most of its kind it turns on the spot.</p>')).includes('Heron 15'));
    assert.ok(!keptOf(pick('')).includes('Heron 15'));
  });

  it('keeps the features of a product: links of a sign and a label', () => {
    const product = (item: (name: string) => string): string =>
      `<script type="application/ld+json">{"@type":"Product","name":"The heron boat"}</script>
       <main><h1>The heron boat</h1><div><p>$ 900.00</p>${prose}<div class="box">${['Masts', 'Oars', 'Night lamps', 'Roof', 'Stove'].map(item).join('')}</div></div></main>`;
    const feature = (name: string): string =>
      `<a href="/search?with=${name}"><div><img src="/sign.png" alt=""></div><div>${name}</div></a>`;
    assert.ok(keptOf(product(feature)).includes('Night lamps'));
    const half = (name: string): string => `${feature(name)}<a href="/more/${name}">${name}</a>`;
    assert.ok(keptOf(product(half)).includes('Night lamps'));
    assert.ok(!keptOf(product((name) => `<a href="/${name}">${name}</a> `)).includes('Night lamps'));
  });

  it('keeps a post of a forum that is links and little else', () => {
    const post = (id: string, text: string): string =>
      `<div id="post_${id}" class="post"><div><a href="/u/${id}">Ann${id}</a> <time datetime="2025-01-0${id}">Jan ${id}</time></div>${text}</div>`;
    const thread = (last: string): string =>
      `<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>
       <main><h1>The long river</h1>${post('1', prose)}${post('2', prose.replaceAll('boat', 'barge'))}${last}</main>`;
    const list = '<a href="/a">All the locks of the upper river</a> <a href="/b">All the weirs below</a> yes';
    assert.ok(keptOf(thread(post('3', list))).includes('All the locks'));
    assert.ok(!keptOf(thread(`<div class="box"><div>${list}</div></div>`)).includes('All the locks'));
  });

  it('keeps what a text recommends on other sites, when a sentence stands above it', () => {
    const books = (to: string, lead: string): string =>
      keptOf(
        `<link rel="canonical" href="https://river.example/a">${article(`${lead}<ul>${links(to)}</ul>`)}`,
      );
    const sentence = '<p>Whoever wants to know more about it will like these books on the river.</p>';
    assert.ok(books('https://books.example/', sentence).includes('Delta mills'));
    assert.ok(!books('https://www.river.example/', sentence).includes('Delta mills'));
    assert.ok(!books('https://books.example/', '<p>Books</p>').includes('Delta mills'));
  });

  it('keeps a section of a service with its heading, pictures or not, and what opens details', () => {
    const service = (part: string): string =>
      keptOf(
        `<link rel="canonical" href="https://river.example/services/"><body class="page-template"><h1>What we do</h1>${prose}${part}`,
      );
    for (const picture of ['', '<img src="/map.png" alt="">'])
      assert.ok(
        service(`<div><h2>Where we work</h2>${picture}<ul>${links()}</ul></div>`).includes('Delta mills'),
      );
    assert.ok(!service(`<div><ul>${links()}</ul></div>`).includes('Delta mills'));
    const details = `<details><summary><a href="#a">Going</a> <a href="#b">by night</a></summary><p>No boat goes by night.</p></details>`;
    assert.ok(keptOf(article(details)).includes('by night\n'), keptOf(article(details)));
  });

  it('keeps subject and date above the sentences of a post', () => {
    const post = (name: string): string =>
      `<div class="area"><div><a href="/p/${name}">Re: Old boats</a> <a href="/t/${name}">${name} of May</a></div>
       <div><p>${name}: I went by boat last year, past a lock and a mill, and would do so again.</p></div></div>`;
    const kept = keptOf(
      `<meta name="generator" content="phpBB"><h1>Old boats</h1>${['Third', 'Fourth', 'Fifth'].map(post).join('')}
       <div><a href="/a">More of May</a> <a href="/b">All of June</a></div>`,
    );
    assert.ok(kept.includes('Fourth of May') && !kept.includes('All of June'), kept);
  });
});
