import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../parse.ts';
import { findMainContent } from './find-main-content.ts';
import { visibleText } from './measure/visible-text.ts';

const prose = (paragraphs: number, thing = 'boat'): string =>
  Array.from(
    { length: paragraphs },
    (_, at) =>
      `<p>On day ${at} the ${thing} goes on, past a lock and a mill, to the next village on the river.</p>`,
  ).join('');

function assertKeeps(html: string, kept: readonly string[], dropped: readonly string[] = []): void {
  const tree = parseHtml(html);
  const text = visibleText(tree, findMainContent(tree).removed);
  for (const part of kept) assert.ok(text.includes(part), `lost: ${part}\n${text.slice(0, 600)}`);
  for (const part of dropped) assert.ok(!text.includes(part), `kept: ${part}`);
}

describe('narrowToProse keeps what belongs to the text', () => {
  it('a standfirst between title and body, and a last remark', () => {
    assertKeeps(
      `<article><h1>The long river</h1><p>A long walk, told in four parts.</p><div>${prose(20)}</div>
       <p>The last boat leaves at six, and nobody waits for it.</p></article>`,
      ['The long river', 'in four parts', 'On day 19', 'nobody waits'],
    );
    assertKeeps(
      `<article><h1>The long river</h1><div><span>We went all the way from the source to the sea, in four parts.</span></div>
       <div>Share</div><div>${prose(20)}</div></article>`,
      ['from the source to the sea'],
      ['Share'],
    );
  });

  it('first paragraphs beside a wrapper that holds the rest', () => {
    assertKeeps(
      `<div><h1>The long river</h1><p>It rises in the hills, and nobody knows where.</p><h2>Part one</h2>
       <p>The first village lies an hour away, by foot or by boat.</p><div class="rest">${prose(20)}</div></div>`,
      ['rises in the hills', 'Part one', 'an hour away', 'On day 19'],
    );
  });

  it('all before the first part of a page of nested sections', () => {
    assertKeeps(
      `<section><h1>Pumps</h1><p>A pump moves water up, from the river to the mill.</p>
       <dl><dt>lift()</dt><dd>Lifts the water once, by the height that was set.</dd></dl>
       <table><tr><td>height</td><td>How far it is lifted, in feet, as a whole number of them.</td></tr></table>
       <section><h2>Use</h2>${prose(20)}</section></section>`,
      ['moves water up', 'Lifts the water', 'in feet', 'On day 19'],
    );
  });

  it('questions and details after the text', () => {
    assertKeeps(
      `<div><div class="text"><h1>The long river</h1>${prose(40)}</div>
       <div class="bx7"><h2>Questions</h2>${prose(5, 'ferry')}</div>
       <div class="bx8"><p>Win a boat, today only, on our new site.</p></div></div>`,
      ['On day 39', 'Questions', 'the ferry goes on'],
      ['Win a boat'],
    );
  });

  it('the post that comments outweigh', () => {
    for (const [post, comments] of [
      [30, 300],
      [8, 120],
    ] as const) {
      assertKeeps(
        `<body><article><h1>The long river</h1>${prose(post)}</article><div id="comments">${prose(comments, 'ferry')}</div>`,
        ['The long river', 'the boat goes on'],
      );
    }
  });

  it('the text that a listing outweighs', () => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `lift(pump, ${at}); // line ${at}, as it was: 1.`,
    ).join('\n');
    assertKeeps(`<div><h1>Pumps</h1><div class="a">${prose(3)}</div><pre>${lines}</pre></div>`, [
      'On day 2',
      'lift(pump, 59)',
    ]);
  });

  it('drops menus, teasers and links beside the text as before', () => {
    assertKeeps(
      `<div><ul><li><a href="/a">Alpha boats and all their parts</a></li><li><a href="/b">Bravo boats, and more of them, now</a></li></ul>
       <div class="text"><h1>The long river</h1>${prose(20)}</div><div><h3>Alpha</h3><p>Win a boat, today only, on our new site.</p></div></div>`,
      ['On day 19'],
      ['Alpha boats', 'Win a boat'],
    );
  });

  it('sections, lists and rows without sentences and without links', () => {
    assertKeeps(
      `<div><h1>The long river</h1><section><h2>In short</h2><b>Forty miles, twelve locks and three mills</b></section>
       <ul><li>Boats by day</li><li>Ferries by night</li><li>Rafts</li></ul><div class="text">${prose(20)}</div>
       <div><div>Locks and weirs and mills of all the rivers</div></div></div>`,
      ['twelve locks', 'Ferries by night', 'On day 19'],
      ['of all the rivers'],
    );
    assertKeeps(
      `<table><tr><td><h1>The long river</h1>${prose(20)}</td></tr><tr><td>The times are those of the summer, and change in winter.</td></tr></table>`,
      ['those of the summer'],
    );
  });

  it('a block that looks like a part of the text, and a list under a heading in which many items are links', () => {
    const part = (text: string): string => `<div class="part wide"><div>${text}</div></div>`;
    const supplies = ['Oars', 'Ropes', 'Nails', 'Tar'].map(
      (name) => `<li><a href="/${name}">${name} of oak</a> and ${name}</li>`,
    );
    assertKeeps(
      `<div><h1>The long river</h1>${part(prose(4))}<div class="days">${prose(20)}</div>
       ${part('<p>So it ends, and whoever wants more of it walks on.</p>')}
       ${part('<p>Read <a href="/a">all about the locks, weirs and mills</a> of the river.</p>')}
       <h3>What you need</h3><ul>${supplies.join('')}</ul></div>`,
      ['So it ends', 'What you need', 'Nails of oak'],
      ['all about the locks'],
    );
  });

  it('pictures within the text, and between the title and the text', () => {
    const tree = parseHtml(
      `<div><div class="logo"><img src="/logo.png"></div><h1>The long river</h1><figure><img src="/hero.jpg"></figure>
       <div class="days">${prose(20)}</div><div class="pic"><img src="/lock.jpg"></div><p>A lock, early in the morning.</p>
       <div class="share"><img src="/share.png"></div><p>Another day, another lock.</p><div class="end"><img src="/end.png"></div></div>`,
    );
    const { removed } = findMainContent(tree);
    const isKept = (src: string): boolean => {
      let node = 1;
      while (tree.attribute(node, 'src') !== src) node++;
      for (; node > 0; node = tree.parent[node]!) if (removed[node] !== 0) return false;
      return true;
    };
    assert.deepEqual(['/logo.png', '/hero.jpg', '/lock.jpg', '/share.png', '/end.png'].map(isKept), [
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});
