import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../parse.ts';
import { findMainContent, type MainContent } from './find-main-content.ts';
import { visibleText } from './measure/visible-text.ts';

const sentence =
  'The river rises in the hills, runs past three villages and reaches the sea after forty miles.';
/** No two paragraphs are the same: what a page repeats is taken out. */
const prose = (paragraphs: number): string =>
  Array.from({ length: paragraphs }, (_, at) => `<p>${sentence} On day ${at} too: ${sentence}</p>`).join('');

interface Reduced extends MainContent {
  readonly text: string;
}

function reduce(html: string): Reduced {
  const tree = parseHtml(html);
  const main = findMainContent(tree);
  return { ...main, text: visibleText(tree, main.removed) };
}

function assertKeeps(html: string, kept: readonly string[], dropped: readonly string[]): void {
  const { text } = reduce(html);
  for (const part of kept) assert.ok(text.includes(part), `lost: ${part}\n${text}`);
  for (const part of dropped) assert.ok(!text.includes(part), `kept: ${part}\n${text}`);
}

describe('findMainContent on the frame of a page', () => {
  it('drops header, nav, aside and footer around an article', () => {
    assertKeeps(
      `<header><a href="/">Riverside Weekly</a></header><nav><a href="/a">Sport</a> <a href="/b">Weather</a></nav>
       <article><h1>The long river</h1>${prose(4)}</article>
       <aside>Our reporters also wrote a book.</aside><footer>Printed in the old mill</footer>`,
      ['The long river', 'reaches the sea'],
      ['Riverside Weekly', 'Weather', 'reporters', 'old mill'],
    );
  });

  it('keeps the header of an article and its heading', () => {
    assertKeeps(
      `<header><a href="/">Riverside Weekly</a></header>
       <article><header><h1>The long river</h1><p>A walk from source to sea, in four parts.</p></header>${prose(4)}</article>`,
      ['The long river', 'in four parts'],
      ['Riverside Weekly'],
    );
  });

  it('keeps the only h1 when it stands outside the block of the text', () => {
    assertKeeps(
      `<div class="hero"><h1>The long river</h1><span>Photo of the day</span></div><div class="text">${prose(6)}</div>`,
      ['The long river', 'forty miles'],
      ['Photo of the day'],
    );
  });

  it('drops what landmark roles mark', () => {
    assertKeeps(
      `<div role="banner">Riverside Weekly</div><div role="navigation"><a href="/a">Sport</a></div>
       <div role="main"><h1>The long river</h1>${prose(3)}</div>
       <div role="dialog">Sign up for the letter</div><div role="contentinfo">Printed in the old mill</div>`,
      ['The long river', 'forty miles'],
      ['Riverside Weekly', 'Sport', 'letter', 'old mill'],
    );
  });

  it('drops everything beside main when main holds the page', () => {
    assertKeeps(
      `<div><p>Ten years of river news, told by those who live there, week after week.</p></div>
       <main><h1>The long river</h1>${prose(4)}</main>`,
      ['The long river'],
      ['Ten years'],
    );
  });

  it('drops a cookie box even when it is long', () => {
    assertKeeps(
      `<div id="cookie-consent">${'<p>We store cookies on your device, to measure how our pages are used.</p>'.repeat(6)}</div>
       <article><h1>The long river</h1>${prose(3)}</article>`,
      ['The long river'],
      ['cookies'],
    );
  });

  it('drops named blocks: sharing, related pages, newsletter, comments', () => {
    assertKeeps(
      `<article><h1>The long river</h1>${prose(6)}
       <div class="share-buttons">Send to a friend</div>
       <div class="newsletter-signup">Get our letter each Monday</div>
       <section class="relatedPosts"><a href="/x">A short stream</a></section>
       <section id="comments"><p>I walked it last year, and it was lovely.</p></section></article>`,
      ['The long river'],
      ['friend', 'Monday', 'short stream', 'lovely'],
    );
  });

  it('drops menus and tag lists without a name', () => {
    const links = ['Sport', 'Weather', 'Markets', 'Letters'].map(
      (name) => `<li><a href="/${name}">${name}</a></li>`,
    );
    assertKeeps(
      `<div><article><h1>The long river</h1>${prose(4)}<ul>${links.join('')}</ul></article></div>`,
      ['The long river'],
      ['Markets'],
    );
  });

  it('drops cards that lead from an article to others', () => {
    const card = (name: string): string =>
      `<div><a href="/${name}"><img src="/${name}.jpg" alt=""><b>All about ${name}</b></a><p>A short look, in pictures, at what it is and how it works.</p></div>`;
    assertKeeps(
      `<article><h1>The long river</h1>${prose(8)}<div>${['locks', 'weirs', 'mills', 'fords'].map(card).join('')}</div></article>`,
      ['The long river', 'forty miles'],
      ['All about', 'A short look'],
    );
  });

  it('drops buttons, but keeps the question that is a button in a heading', () => {
    assertKeeps(
      `<article><h1>Questions</h1><button>Listen</button>${prose(3)}
       <h2><button>How deep is it?</button></h2><p>Three metres at most, less in a dry summer, more after rain.</p></article>`,
      ['How deep is it?', 'Three metres'],
      ['Listen'],
    );
  });
});

describe('findMainContent where names mislead', () => {
  it('keeps a block that holds the text, whatever its class says', () => {
    assertKeeps(
      `<div class="widget-area banner"><h1>The long river</h1>${prose(5)}</div><div class="widget">Win a boat</div>`,
      ['The long river', 'forty miles'],
      [],
    );
  });

  it('keeps cards that share a doubtful class: together they are the page', () => {
    const card = (name: string): string =>
      `<div class="teaser"><a href="/${name}"><img src="/${name}.jpg" alt=""></a><h2>${name}</h2><p>A trip of two days, with a boat, a guide and a tent.</p></div>`;
    assertKeeps(
      `<nav><a href="/">Home</a></nav><h1>Trips</h1>${['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo'].map(card).join('')}`,
      ['Alpha', 'Echo', 'a guide and a tent'],
      ['Home'],
    );
  });

  it('keeps hidden tabs when they hold prose, drops a hidden scrap', () => {
    assertKeeps(
      `<main><h1>The long river</h1><div>${prose(3)}</div><div style="display: none">${prose(3).replaceAll('river', 'canal')}</div>
       <div hidden>Loading, please wait</div></main>`,
      ['The river rises', 'The canal rises'],
      ['Loading'],
    );
  });

  it('reads `has-sidebar` and hashed names as saying nothing', () => {
    assertKeeps(
      `<body class="has-sidebar"><div class="b ad4f nav3">The bridge was built of oak, by hand, in one winter.</div>${prose(3)}</body>`,
      ['built of oak'],
      [],
    );
  });
});

describe('findMainContent by type of page', () => {
  it('keeps comments on a forum and drops signatures', () => {
    const post = (name: string): string =>
      `<div class="comment"><b>${name}</b><p>I tried the second way, and it worked at once; the first did not.</p><div class="signature">Sent from a boat</div></div>`;
    const { text, pageType } = reduce(
      `<meta name="generator" content="Discourse 3.1"><header>Boat talk</header>
       <div id="comments"><h1>Which engine?</h1>${['Ann', 'Ben', 'Cid', 'Dan'].map(post).join('')}</div>`,
    );
    assert.equal(pageType, 'forum');
    assert.equal(text.match(/second way/g)?.length, 4);
    assert.ok(!text.includes('Sent from a boat'));
  });

  it('keeps author and date of a post although both are links', () => {
    const post = (name: string, text: string): string =>
      `<li><header><a href="/u/${name}">${name}</a> <a href="#1">4 May 2024</a></header><p>${text}</p></li>`;
    const { text } = reduce(
      `<body id="XF"><ul>${post('Ann', sentence.repeat(8))}${post('Ben', 'Thank you, that is what I wanted to know about it.')}</ul></body>`,
    );
    assert.ok(text.includes('Ann') && text.includes('Ben') && text.includes('wanted to know'), text);
  });

  it('keeps the cards of a collection although they are links', () => {
    const card = (name: string, price: number): string =>
      `<li><a href="/p/${name}"><img src="${name}.jpg" alt=""><h3>${name} boat</h3></a><span>$${price}.00</span></li>`;
    const names = ['Oak', 'Elm', 'Ash', 'Fir', 'Pine', 'Yew', 'Box', 'Bay', 'Fig', 'Nut', 'Rye', 'Oat'];
    const { text, pageType } = reduce(
      `<link rel="canonical" href="https://shop.example/collections/boats"><nav><a href="/">Home</a></nav>
       <h1>Boats</h1><ul>${names.map((name, at) => card(name, 100 + at)).join('')}</ul>`,
    );
    assert.equal(pageType, 'collection');
    for (const name of names) assert.ok(text.includes(`${name} boat`), name);
    assert.ok(text.includes('$111.00') && !text.includes('Home'));
  });

  it('drops other products beside a product, keeps cards that are most of the page', () => {
    const product = '<script type="application/ld+json">{"@type": "Product", "name": "Oak boat"}</script>';
    const card = (name: string): string =>
      `<li><a href="/p/${name}"><img src="${name}.jpg" alt=""><h3>${name} boat</h3></a></li>`;
    const cards = `<ul>${['Elm', 'Ash', 'Fir', 'Yew'].map(card).join('')}</ul>`;
    const beside = reduce(`${product}<main><h1>Oak boat</h1>${prose(3)}${cards}</main>`);
    assert.ok(beside.text.includes('forty miles') && !beside.text.includes('Elm boat'), beside.text);
    const alone = reduce(`${product}<main><h1>Oak boat</h1>${cards}</main>`);
    assert.ok(alone.text.includes('Elm boat') && alone.text.includes('Yew boat'), alone.text);
  });

  it('drops customer reviews from a product, keeps its description and price', () => {
    const { text, pageType } = reduce(
      `<script type="application/ld+json">{"@type": "Product", "name": "Oak boat"}</script>
       <main><h1>Oak boat</h1><span>$900.00</span>${prose(3)}
       <section id="reviews"><p>Bought it in May, and it has not leaked since then, great.</p></section></main>`,
    );
    assert.equal(pageType, 'product');
    assert.ok(text.includes('$900.00') && text.includes('forty miles'));
    assert.ok(!text.includes('leaked'));
  });

  it('uses noscript where it carries the page, drops it elsewhere', () => {
    assertKeeps(
      `<div id="app"></div><noscript><h1>The long river</h1>${prose(3)}</noscript>`,
      ['forty miles'],
      [],
    );
    assertKeeps(
      `<article>${prose(3)}</article><noscript>Please turn on scripts</noscript>`,
      ['forty miles'],
      ['scripts'],
    );
  });
});

describe('findMainContent on lists', () => {
  it('drops lists to choose from', () => {
    assertKeeps(
      `<main><h1>Oak boat</h1>${prose(3)}<select><option>Aland</option><option>Benin</option></select></main>`,
      ['Oak boat'],
      ['Aland', 'Benin'],
    );
  });

  it('keeps a list of links that the text runs around, drops the one after it', () => {
    const links = (names: readonly string[]): string =>
      `<ul>${names.map((name) => `<li><a href="/${name}">${name} boat builders</a></li>`).join('')}</ul>`;
    assertKeeps(
      `<article><h1>Boats</h1>${prose(4)}${links(['Oak', 'Elm'])}${prose(4)}${links(['Ash', 'Fir'])}</article>`,
      ['Oak boat builders', 'Elm boat builders'],
      ['Ash boat', 'Fir boat'],
    );
  });
});

describe('findMainContent never returns next to nothing', () => {
  const pages = {
    'all in a footer': '<footer><p>Nothing but this short line is here.</p></footer>',
    'all in a hidden block': '<div hidden class="modal cookie">Hello there, reader.</div>',
    'only links': '<ul><li><a href="/a">Alpha</a></li><li><a href="/b">Bravo</a></li></ul>',
    'one word': '<p>Moved.</p>',
  };
  for (const [name, html] of Object.entries(pages)) {
    it(name, () => {
      const tree = parseHtml(html);
      assert.equal(visibleText(tree, findMainContent(tree).removed), visibleText(tree));
      assert.notEqual(visibleText(tree), '');
    });
  }

  it('gives an empty text for an empty page', () => {
    assert.equal(reduce('').text, '');
  });
});

describe('findMainContent in any language', () => {
  it('Japanese', () => {
    const text =
      'この川は山から流れ出し、三つの村を通り、四十マイル先の海に注いでいます。春には多くの人が訪れます。';
    assertKeeps(
      `<nav><a href="/a">新着</a><a href="/b">天気</a></nav><div><h1>長い川</h1>${`<p>${text}</p>`.repeat(5)}</div>
       <div class="sidebar"><a href="/x">人気の記事</a></div><footer>著作権</footer>`,
      ['長い川', '海に注いで'],
      ['天気', '人気の記事', '著作権'],
    );
  });

  it('German', () => {
    const text =
      'Der Fluss entspringt in den Bergen, fließt durch drei Dörfer und mündet nach vierzig Meilen ins Meer.';
    assertKeeps(
      `<header><a href="/">Wochenblatt</a></header><article><h1>Der lange Fluss</h1>${`<p>${text}</p>`.repeat(5)}</article>
       <aside>Unsere Bücher</aside><footer>Impressum</footer>`,
      ['Der lange Fluss', 'vierzig Meilen'],
      ['Wochenblatt', 'Unsere Bücher', 'Impressum'],
    );
  });
});

describe('MainContent', () => {
  it('marks blocks that stay although the page hides them, and no others', () => {
    const tree = parseHtml(
      `<main><h1>The long river</h1><div>${prose(3)}</div><section hidden>${prose(3).replaceAll('river', 'canal')}</section>
       <div hidden>Loading</div></main><footer hidden>Printed in the old mill</footer>`,
    );
    const { shown, removed } = findMainContent(tree);
    assert.ok(shown !== undefined);
    const marked = Array.from(shown.keys()).filter((node) => shown[node] === 1);
    assert.deepEqual(
      marked.map((node) => [tree.name(node), removed[node]]),
      [['section', 0]],
    );
  });

  it('has no such marks on a page that hides nothing', () => {
    assert.equal(reduce(`<main><h1>The long river</h1>${prose(3)}</main>`).shown, undefined);
  });

  it('traces each removed block with its rule and numbers', () => {
    const tree = parseHtml(
      `<nav id="top" class="bar wide"><a href="/">Home</a></nav><article><h1>The long river</h1>${prose(3)}</article>`,
    );
    const { removed, rules, trace } = findMainContent(tree);
    const entry = trace().find(({ rule }) => rule === 'navigation');
    assert.ok(entry !== undefined);
    assert.equal(entry.tag, 'nav');
    assert.equal(entry.label, '#top.bar.wide');
    assert.equal(entry.characters, 4);
    assert.deepEqual([entry.by, entry.evidence], ['element', '<nav>']);
    assert.match(entry.why, /of the words, 0\.0 % of the prose, 100 % of it links/);
    assert.equal(rules[removed[entry.node]!], 'navigation');
    assert.equal(removed.length, tree.length);
  });

  it('does not trace white space', () => {
    const { trace } = findMainContent(
      parseHtml(
        `<div><p>Boats and mills</p>\n<h1>The long river</h1>\n<p>Every week</p></div>\n<main>${prose(3)}</main>`,
      ),
    );
    assert.deepEqual(
      trace().map(({ tag, rule, characters }) => [tag, rule, characters]),
      [
        ['p', 'outside main', 15],
        ['p', 'outside main', 10],
      ],
    );
  });

  it('traces the rule of a block that the caller takes out as well', () => {
    const tree = parseHtml(
      `<nav><a href="/">Home</a></nav><article><h1>The long river</h1>${prose(3)}</article>`,
    );
    const { removed, trace } = findMainContent(tree);
    removed[trace()[0]!.node] = 255;
    assert.deepEqual(
      trace().map(({ tag, rule }) => [tag, rule]),
      [['nav', 'navigation']],
    );
  });

  it('keeps nodes that the caller insists on, and only those', () => {
    const tree = parseHtml(
      `<article><h1>The long river</h1>${prose(3)}</article><footer><p>Imprint</p><div><address>Mill Lane 1</address><p>Fax</p></div></footer>`,
    );
    const address = Array.from({ length: tree.length }, (_, node) => node).find(
      (node) => tree.name(node) === 'address',
    )!;
    const { removed, trace } = findMainContent(tree, { keep: [address] });
    const text = visibleText(tree, removed);
    assert.ok(text.includes('Mill Lane 1') && text.includes('forty miles'), text);
    assert.ok(!text.includes('Imprint') && !text.includes('Fax'), text);
    assert.deepEqual(
      trace().map(({ tag, rule, evidence }) => [tag, rule, evidence]),
      [
        ['p', 'page footer', '<footer>'],
        ['p', 'page footer', '<footer>'],
      ],
    );
  });
});
