import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../parse.ts';
import { findMainContent } from './find-main-content.ts';
import { visibleText } from './measure/visible-text.ts';

const text =
  'The mill was built by two brothers in a dry summer, and it has ground flour for the village ever since then.';
const more =
  'A second wheel, bought from a saw mill up the valley, was added when the railway came to the town.';

function reduce(html: string): string {
  const tree = parseHtml(html);
  return visibleText(tree, findMainContent(tree).removed);
}

const count = (whole: string, part: string): number => whole.split(part).length - 1;

describe('dropRepeats', () => {
  it('keeps the first of two copies for wide and for narrow screens', () => {
    const copy = `<h2>The old mill</h2><p>${text}</p><ul><li>Open in May</li><li>Closed in winter</li></ul>`;
    const kept = reduce(
      `<div><h1>Mills</h1><div class="wide">${copy}</div><p>${more}</p><div class="narrow">${copy}</div></div>`,
    );
    assert.equal(count(kept, 'two brothers'), 1);
    assert.equal(count(kept, 'Open in May'), 1, 'what is short goes with the block around it');
    assert.ok(kept.indexOf('two brothers') < kept.indexOf('second wheel'));
  });

  it('keeps what an answer on a forum quotes, drops the quote of a whole long post', () => {
    const long = `<p>${text} ${more}</p><p>${Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')}.</p>`;
    const thread = (post: string): string =>
      `<meta name="generator" content="phpBB"><div class="post"><b>Ann wrote:</b>${post}</div>
       <div class="post"><blockquote><b>Ann wrote:</b>${post}</blockquote><p>But the saw mill was the older one, I think.</p></div>`;
    const short = reduce(thread(`<p>${text}</p>`));
    assert.equal(count(short, 'two brothers'), 2);
    assert.equal(count(short, 'Ann wrote'), 2);
    const bare = thread(`<p>${text}</p>`).replaceAll('blockquote>', 'div>');
    assert.equal(count(reduce(bare), 'two brothers'), 2);
    const kept = reduce(thread(long));
    assert.equal(count(kept, 'two brothers'), 1);
    assert.ok(kept.includes('the older one'));
  });

  it('keeps whom a long quote quotes, and its first sentences', () => {
    const rest = `<p>${Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')}.</p>`;
    const kept = reduce(
      `<meta name="generator" content="phpBB"><div class="post"><p>${text}</p>${rest}</div>
       <div class="post"><blockquote><b>Ann wrote:</b><p>${text}</p>${rest}</blockquote><p>But the saw mill was the older one, I think.</p></div>`,
    );
    assert.ok(kept.includes(`Ann wrote:\n${text}\nBut the saw mill`), kept);
    assert.equal(count(kept, 'word59'), 1);
  });

  it('takes a block that is called a quote for one', () => {
    const post = `${text} ${more} So the elders have told it to us, and so we have told it to our own.`;
    const kept = reduce(
      `<meta name="generator" content="phpBB"><div class="post"><p>${post}</p></div>
       <div class="post"><div class="quote">${post}</div><p>But the saw mill was the older one, I think.</p></div>`,
    );
    assert.equal(count(kept, 'two brothers'), 2);
  });

  it('keeps the name above each post of one member', () => {
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    const post = (day: string): string =>
      `<div class="post"><div class="head"><a href="/ann">Ann of the Upper Mill</a></div><div><p>On ${day} the boat goes on, past a lock and a mill, to the next village.</p></div></div>`;
    const kept = reduce(`<meta name="generator" content="phpBB"><h1>Mills</h1>${days.map(post).join('')}`);
    assert.equal(count(kept, 'Ann of the Upper Mill'), 7);
  });

  it('keeps short texts and rows of a table however often they come', () => {
    const kept = reduce(
      `<article><h1>Mills</h1><p>${text}</p><p>Open in May.</p><p>${more}</p><p>Open in May.</p>
       <table><tr><td>North</td><td>${text} Yes.</td></tr><tr><td>South</td><td>${text} Yes.</td></tr></table></article>`,
    );
    assert.equal(count(kept, 'Open in May'), 2);
    assert.equal(count(kept, 'ever since then. Yes.'), 2);
  });

  it('drops an entry that is shown twice, keeps one of the same words that leads elsewhere', () => {
    const entry = (name: string, to: string): string =>
      `<li><a href="${to}"><img src="x.jpg" alt=""><h3>${name} flour</h3></a><span>Two pounds for $4</span></li>`;
    const entries = ['Rye', 'Oat', 'Spelt', 'Wheat'].map((name) => entry(name, `/${name}`)).join('');
    const kept = reduce(
      `<link rel="canonical" href="https://mill.example/collections/flour"><h1>Flour</h1><ul>${entries}</ul>
       <ul>${entry('Rye', '/Rye')}${entry('Oat', '/fine-oat')}</ul>`,
    );
    assert.equal(count(kept, 'Rye flour'), 1);
    assert.equal(count(kept, 'Oat flour'), 2);
  });

  it('keeps the parts of an entry that has its own name, where others share its price', () => {
    const goods = ['Rye', 'Oat', 'Spelt', 'Wheat'].map(
      (name) =>
        `<div class="card"><a href="/${name}">Fine ${name} flour of ours</a><a href="/${name}"><img src="${name}.jpg" alt=""></a>
         <div class="info"><a href="/${name}"><b></b></a><div>Fine ${name} flour of ours</div><div>Stone ground</div><div>Two pounds for $4</div></div></div>`,
    );
    const kept = reduce(
      `<link rel="canonical" href="https://mill.example/collections/flour"><h1>Flour</h1><main>${goods.join('')}</main>`,
    );
    assert.equal(count(kept, 'Two pounds for $4'), 4);
  });

  it('keeps the price of an entry that is a link, where another entry has the same', () => {
    const goods = ['Rye', 'Oat', 'Spelt', 'Wheat', 'Barley'].map(
      (name, at) =>
        `<div class="card c${at}"><h3><a href="/${name}">Fine ${name} flour</a></h3>
         <div class="p${at}"><a href="/${name}"><b>Now for ${at % 3} dollars a pound</b></a></div></div>`,
    );
    const kept = reduce(
      `<link rel="canonical" href="https://mill.example/collections/flour"><h1>Flour</h1><main>${goods.join('')}</main>`,
    );
    assert.equal(count(kept, 'dollars a pound'), 5);
  });

  it('keeps steps, questions, quotes and listings that come again on purpose', () => {
    for (const tag of ['p', 'li', 'blockquote', 'pre', 'dd']) {
      const part = `<${tag}>${text}</${tag}>`;
      const kept = reduce(
        `<article><h1>Mills</h1><h2>One</h2>${part}<p>${more}</p><h2>Two</h2>${part}<p>It is told again below, and so on.</p></article>`,
      );
      assert.equal(count(kept, 'two brothers'), 2, tag);
    }
  });

  it('keeps repetition in documentation', () => {
    const kept = reduce(
      `<meta name="generator" content="mkdocs"><h1>Functions</h1><h2>grind</h2><p>${text}</p><h2>sift</h2><p>${text}</p>`,
    );
    assert.equal(count(kept, 'two brothers'), 2);
  });
});

describe('dropRepeats tells a copy from what is said twice', () => {
  const article = (body: string): string =>
    `<article><h1>Mills</h1><p>${more}</p>${body}<p>So it goes.</p></article>`;

  it('keeps what parts of several entries share, not what a template repeats on each', () => {
    const card = (name: string, part: string): string =>
      `<div class="card"><h3>${name} mill</h3><p>It stands at the ${name} end of the valley.</p>
       <div class="facts"><span>Open</span><p>${part}</p></div><div class="act"><p>Write to the miller to see it, or call in the morning, when the wheel stands still.</p><b>Send</b></div></div>`;
    const names = ['North', 'South', 'East', 'West', 'Upper', 'Lower', 'Far', 'Near'];
    const kept = reduce(
      article(names.map((name, at) => card(name, at % 2 === 0 ? text : `${more} So be it.`)).join('')),
    );
    assert.equal(count(kept, 'two brothers'), 4);
    assert.equal(count(kept, 'So be it'), 4);
    assert.equal(count(kept, 'Write to the miller'), 1);
  });

  it('keeps the author of each quote and the head of each table', () => {
    const quote = (said: string): string =>
      `<figure><blockquote>${said}</blockquote><figcaption><a href="/ann">Ann Miller, keeper of the upper mill</a></figcaption></figure>`;
    const table = (cell: string): string =>
      `<table><thead><tr><th>Mill at the river and its keeper</th><th>Built in the year</th></tr></thead><tr><td>${cell}</td><td>1800</td></tr></table>`;
    const said = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
    const kept = reduce(
      article(
        said.map((word) => quote(`${word} times it burned.`)).join('') + said.slice(0, 3).map(table).join(''),
      ),
    );
    assert.equal(count(kept, 'keeper of the upper mill'), 7);
    assert.equal(count(kept, 'Built in the year'), 3);
  });

  it('keeps a single text in a block of its own, a long one or one for other screens goes', () => {
    assert.equal(
      count(reduce(article(`<div>${text}</div><h2>Two</h2><div>${text}</div>`)), 'two brothers'),
      2,
    );
    const long = `${text} ${more}`;
    assert.equal(
      count(reduce(article(`<div>${long}</div><h2>Two</h2><div>${long}</div>`)), 'two brothers'),
      1,
    );
    const twin = `<div class="for-desktop">${text}</div><div class="for-mobile">${text}</div>`;
    assert.equal(count(reduce(article(twin)), 'two brothers'), 1);
  });

  it('keeps a quote whose author stands with it alone here', () => {
    const said = `${text} ${more}`;
    const kept = reduce(
      article(
        `<div class="slide">${said}</div><h2>Two</h2><div><div>${said}</div><div>Ann Miller of the Upper Mill, in the summer of 2024</div></div>`,
      ),
    );
    assert.ok(kept.includes(`${said}\nAnn Miller of the Upper Mill`), kept);
  });

  it('keeps the sentences and the title of a copy that its original has not', () => {
    const parts = Array.from(
      { length: 16 },
      (_, at) => `<li>The mill in the valley of river ${at}.</li>`,
    ).join('');
    const fresh = 'Nobody but the miller has the key of the upper mill.';
    const kept = reduce(
      `<div class="wide"><p>${text}</p><ul>${parts}</ul><p>${more}</p></div>
       <div class="narrow"><h1>All mills of it</h1><p>${text}</p><ul>${parts}</ul><p>${more}</p><p>${fresh}</p></div>`,
    );
    assert.equal(count(kept, 'two brothers'), 1);
    assert.ok(kept.includes(fresh) && kept.includes('All mills of it'), kept);
  });

  it('keeps paragraphs and items with a link, but for those of a template', () => {
    const note = `<p>Taken by <a href="/dam">the camera on the dam</a>, each hour.</p>`;
    assert.equal(count(reduce(article(`${note}<p>East.</p>${note}<p>West.</p>${note}`)), 'on the dam'), 3);
    assert.equal(count(reduce(article(`${note}<p>East.</p>`.repeat(8))), 'on the dam'), 1);
  });

  it('keeps a block whose texts stand above in places of their own', () => {
    const wheel = `<p>The wheel is of oak, and was made in the old saw mill up the valley.</p>`;
    const stone = `<p>The stone is of granite, and came by boat from the north of the country.</p>`;
    const lines = Array.from({ length: 9 }, (_, at) => `<p>Line ${at} of the list of mills.</p>`).join('');
    const kept = reduce(
      article(
        `<div><h2>A</h2>${wheel}</div>${lines}<div><h2>B</h2>${stone}</div><div>${wheel}${stone}</div>`,
      ),
    );
    assert.equal(count(kept, 'of oak'), 2);
    assert.equal(count(kept, 'of granite'), 2);
  });

  it('keeps the heading of an entry that says something new, where another list names it too', () => {
    const title = (name: string): string => `<a href="/${name}"><h3>A long boat of ${name} wood</h3></a>`;
    const names = ['oak', 'elm', 'ash', 'fir'];
    const entry = (name: string): string =>
      `<div><div>${title(name)}<p>The ${name} is cut in winter, up in the valley, and lies a year in the river.</p></div><b>Genuine part</b></div>`;
    const shop = (end: string): string =>
      reduce(
        `<link rel="canonical" href="https://mill.example/collections/boats"><h1>Boats</h1><p>${more}</p>
         <ul>${names.map((name) => `<li>${title(name)}</li>`).join('')}</ul><div>${end}</div>`,
      );
    assert.equal(count(shop(names.map(entry).join('')), 'A long boat of elm wood'), 2);
    assert.equal(count(shop(names.map(title).join('')), 'A long boat of elm wood'), 1);
  });
});
