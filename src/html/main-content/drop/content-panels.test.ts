import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';

const prose = Array.from(
  { length: 20 },
  (_, at) =>
    `<p>On day ${at} the boat goes on, past a lock and a mill, to the next village on the river.</p>`,
).join('');
const note =
  'Note that no boat goes in winter, when the locks are closed and the mills stand still for weeks.';

function keptOf(html: string): string {
  const tree = parseHtml(html);
  return visibleText(tree, findMainContent(tree).removed);
}

const article = (part: string): string =>
  keptOf(`<article><h1>The long river</h1>${prose}${part}${prose.replaceAll('boat', 'ferry')}</article>`);

describe('text in elements of the frame', () => {
  it('an aside or an alert that is nothing but sentences is a note', () => {
    assert.ok(article(`<aside><p>${note}</p></aside>`).includes(note));
    assert.ok(article(`<div role="alert"><p>${note}</p></div>`).includes(note));
  });

  it('an aside with links or labels goes, and so does any on a forum', () => {
    assert.ok(
      !article(
        `<aside><h3>More</h3><ul><li>Locks</li><li>Mills</li><li>Weirs and fords</li><li>Old bridges</li></ul><p>${note}</p></aside>`,
      ).includes(note),
    );
    assert.ok(
      !article(
        `<aside><p><a href="/winter">Note that no boat goes in winter</a>, when the locks are closed and still.</p></aside>`,
      ).includes('no boat goes'),
    );
    const post = (name: string): string =>
      `<div class="post"><b>${name}</b>${prose.replaceAll('boat', name)}<aside class="below"><p>${name}: ${note}</p></aside></div>`;
    const posts = ['Ann', 'Ben', 'Cid', 'Dan'].map(post);
    assert.ok(
      !keptOf(`<meta name="generator" content="phpBB"><h1>Boats</h1>${posts.join('')}`).includes(note),
    );
  });

  it('a dialog within the text that tells something and asks for nothing is a sheet of it', () => {
    const sheet = (inner: string, state = ''): string =>
      article(`<div role="dialog"${state}><button>Close</button><h3>Size of boats</h3>${inner}</div>`);
    assert.ok(sheet(`<p>${note}</p>`).includes(note));
    assert.ok(sheet(`<p>${note}</p>`, ' aria-hidden="true"').includes(note));
    assert.ok(!sheet(`<p>${note}</p><input type="text">`).includes(note));
    assert.ok(!sheet(`<p>${note}</p>`, ' hidden').includes(note));
    assert.ok(!sheet(`<p><a href="/winter">${note}</a></p>`).includes(note));
    assert.ok(
      !keptOf(
        `<article><h1>The long river</h1>${prose}</article><div role="dialog"><p>${note}</p></div>`,
      ).includes(note),
    );
  });

  it('a hidden panel of sentences with some links stays', () => {
    const panel = `<div hidden><p>${note} See <a href="/w">the times of winter boats</a> for it, and ask.</p></div>`;
    assert.ok(article(panel).includes(note));
  });

  it('a hidden panel stays where one that looks like it is shown beside it, or where it is the panel of a tab', () => {
    const panels = (name: string): string =>
      `<div><div class="${name} open"><ul><li>Oak</li><li>Nine feet</li></ul></div>
       <div class="${name}" style="display:none"><ul><li>Made of elm</li><li>Seven feet</li></ul></div></div>`;
    assert.ok(article(panels('pane')).includes('Made of elm'));
    assert.ok(!article(panels('menu')).includes('Made of elm'));
    assert.ok(article('<div role="tabpanel" hidden><pre>row --to village</pre></div>').includes('row --to'));
    assert.ok(!article('<div class="lone" hidden><ul><li>Made of elm wood</li></ul></div>').includes('elm'));
  });

  it('the banner of a section is its head, and the sentences of its footer are its last words', () => {
    const kept = article(
      `<section><div role="banner"><h3>Locks by night</h3><span>Closed from nine</span></div>
       <footer>Whoever comes late has to wait for the morning, and for the keeper.</footer></section>
       <section><footer><a href="/a">Locks</a>, <a href="/b">mills</a>, <a href="/c">weirs and fords of the river</a></footer></section>`,
    );
    assert.ok(kept.includes('Closed from nine') && kept.includes('wait for the morning'), kept);
    assert.ok(!kept.includes('weirs and fords'));
  });

  it('a hidden panel stays right below the button that opens it', () => {
    const kept = article(
      `<div><div role="button">Built of</div><div style="visibility:hidden"><b>Oak from the valley</b></div></div>
       <div><button>Size</button><div hidden><b>Nine feet long</b></div><div hidden><b>Send it to friends</b></div></div>`,
    );
    assert.ok(kept.includes('Oak from the valley') && kept.includes('Nine feet long'), kept);
    assert.ok(!kept.includes('Send it'));
  });

  it('a heading that is only kept from being read aloud stays', () => {
    const kept = article(
      `<h3 aria-hidden="true">Locks and weirs</h3><p>Twelve in all.</p><h3 hidden>Old mills</h3>`,
    );
    assert.ok(kept.includes('Locks and weirs') && !kept.includes('Old mills'));
  });

  it('a button that opens text stays: with a heading, a question, or in words that it expands', () => {
    const kept = article(
      `<button><h3>Locks</h3></button><p>Twelve in all.</p><button>How deep is the river?</button><p>Three feet.</p>
       <button aria-expanded="false">Boats that go by night</button><p>None.</p>
       <button aria-expanded="false">Menu</button><button>Send to a good friend</button>`,
    );
    assert.ok(
      kept.includes('Locks\nTwelve') && kept.includes('How deep') && kept.includes('go by night'),
      kept,
    );
    assert.ok(!kept.includes('Menu') && !kept.includes('good friend'));
  });

  it('a hidden panel stays right below its heading, and so does one that is all of an item of a list', () => {
    const steps = '<ul><li>Ask the keeper</li><li>Go by day</li><li>Take a rope</li></ul>';
    const kept = article(
      `<div><h3><a href="#">How to pass a lock</a></h3><div aria-hidden="true">${steps}</div></div>
       <ul><li><div style="display:none"><b>Nine feet long and made of oak wood</b></div></li><li><b>See it</b><div style="display:none"><b>Send this page to all of your good friends</b></div></li></ul>`,
    );
    assert.ok(kept.includes('Take a rope') && kept.includes('Nine feet long'), kept);
    assert.ok(!kept.includes('good friends'), kept);
  });

  it('a form that asks for nothing is text when it has a heading and sentences', () => {
    const form = (end: string): string =>
      `<form><h3>Choose a boat</h3><p>The small one carries four people and a dog, the large one eleven, and a horse if it must.</p>
       <p>Both of them go as far as the third lock, where the keeper decides whether they may go on, and for how long.</p><input type="radio"> Small ${end}</form>`;
    assert.ok(article(form('<input type="hidden">')).includes('four people and a dog'));
    assert.ok(!article(form('<input type="text">')).includes('four people and a dog'));
    assert.ok(!article(form('<textarea></textarea>')).includes('four people and a dog'));
  });

  it('an aside that is a list under a heading is a part of the text', () => {
    const aside = (heading: string): string =>
      `<aside>${heading}<ul>${['Oak', 'Tar', 'Nails', 'Rope', 'Sails'].map((name) => `<li>Four pounds of ${name}</li>`).join('')}</ul></aside>`;
    assert.ok(article(aside('<h3>What it takes</h3>')).includes('pounds of Nails'));
    assert.ok(!article(aside('')).includes('pounds of Nails'));
    assert.ok(
      !article(aside('<h3>More</h3>').replace(/<li>(.*?)<\/li>/g, '<li><a href="/x">$1</a></li>')).includes(
        'of Nails',
      ),
    );
  });

  it('a button is the heading of the panel that it says it opens, right below it', () => {
    const panel = (to: string, text: string): string =>
      `<div><button type="button" aria-controls="${to}">Oak and tar</button><div id="p1" hidden><p>${text}</p></div></div>`;
    assert.ok(article(panel('p1', note)).includes('Oak and tar'));
    assert.ok(!article(panel('p2', note)).includes('Oak and tar'));
    assert.ok(!article(panel('p1', 'Send')).includes('Oak and tar'));
  });
});
