import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OpenTestBrowser } from '../../../test/support/open-test-browser.ts';
import { shareTestBrowser } from '../../../test/support/share-test-browser.ts';
import { startTestSite, type TestPage } from '../../../test/support/test-site.ts';
import { useAgain } from '../../../test/support/use-again.ts';
import type { LoopbackSite } from '../../../test/support/loopback-site.ts';
import { goTo } from '../page/go-to.ts';
import type { LivePage } from '../page/live-page.ts';
import { settle } from '../page/settle.ts';
import { chooseRef, clickRef, fillRef, scrollToRef } from './act-on-ref.ts';
import type { PageView, ViewedItem } from './page-view.ts';
import { readSeenHtml } from './read-seen-html.ts';
import { readView } from './read-view.ts';

const page = (body: string): string => `<!doctype html><meta charset=utf-8><title>Shop</title>${body}`;
/** Ways in which pages hide text from their readers. */
const HIDING = [
  '<p style="display:none">HIDDEN</p>',
  '<p hidden>HIDDEN</p>',
  '<p style="visibility:hidden">HIDDEN</p>',
  '<p style="opacity:0">HIDDEN</p>',
  '<div style="opacity:0"><p style="opacity:1"><a href="/x">HIDDEN</a></p></div>',
  '<p style="font-size:0">HIDDEN</p>',
  '<p style="font-size:1px">HIDDEN</p>',
  '<p style="color:#fff">HIDDEN</p>',
  '<p style="color:#fefefe">HIDDEN</p>',
  '<p style="color:transparent">HIDDEN</p>',
  '<div style="background:#123456"><p style="color:#123456">HIDDEN</p></div>',
  '<p style="position:absolute;left:-9999px">HIDDEN</p>',
  '<p style="position:absolute;top:-9999px">HIDDEN</p>',
  '<p style="position:absolute;left:99999px">HIDDEN</p>',
  '<p style="text-indent:-9999px">HIDDEN</p>',
  '<p style="text-indent:120%;white-space:nowrap;overflow:hidden;width:200px">HIDDEN</p>',
  '<p style="position:absolute;clip:rect(0,0,0,0)">HIDDEN</p>',
  '<p style="clip-path:inset(100%)">HIDDEN</p>',
  '<p style="width:1px;height:1px;overflow:hidden;position:absolute">HIDDEN</p>',
  '<div style="height:0;overflow:hidden"><p>HIDDEN</p></div>',
  '<p style="transform:scale(0)">HIDDEN</p>',
  '<details><summary>More</summary><p>HIDDEN</p></details>',
  '<p class="off">HIDDEN</p>',
  '<template>HIDDEN</template><noscript>HIDDEN</noscript><!-- HIDDEN --><script>"HIDDEN"</script>',
  '<p>Seen<span style="font-size:0">HIDDEN</span></p>',
  '<button style="opacity:0">HIDDEN</button>',
  '<a href="/y" style="position:absolute;left:-5000px">HIDDEN</a>',
  '<label for=nothing style="display:none">HIDDEN</label><input id=nothing type=hidden value=HIDDEN>',
  '<input type=password value="HIDDEN">',
  '<select><option>Red</select><div style="content-visibility:hidden">HIDDEN</div>',
  '<iframe srcdoc="<p>HIDDEN</p>" style="opacity:0"></iframe>',
];
const PAGES: Record<string, TestPage> = {
  '/shop':
    page(`<h1>Kettles</h1><a href="/buy"><h2>Copper kettle</h2></a><h3><a href="/tin">Tin kettle</a></h3>
    <form><label for=m>E-mail</label><input id=m value="a@b.test" required><input type=password placeholder=Password value=sesame>
    <select aria-label=Colour><option>Red<option selected>Green</select><label><input type=checkbox checked> Gift</label>
    <label style="cursor:pointer"><input type=checkbox style="opacity:0;position:absolute"> Fancy</label>
    <button disabled>Buy</button><button aria-label="Close"><svg></svg></button></form>
    <div style="cursor:pointer" onclick="document.title='hit'">Card <b>one</b></div>
    <div style="cursor:pointer"><a href="/in">Inner</a></div>
    <a href="/more" aria-label="More about kettles">More</a><div role=alert>Wrong password</div>
    <details><summary>Care</summary>...</details><div contenteditable aria-label=Note>text</div><div style="height:3000px"></div><button>Low</button>`),
  '/hidden': page(`<style>.off{opacity:0}</style>${HIDING.join('\n')}<p>Seen at last</p>`),
  '/seen':
    page(`<div style="position:relative;width:300px;height:80px"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=300 height=80><h1 style="position:absolute;top:9px;color:#fff">On a picture</h1></div>
    <p style="background:#000;color:#fff">White on black</p><p style="background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent">Gradient</p>
    <div style="background:url(x.png)"><p style="color:#fff">On a background</p></div><div style="font-size:0"><span style="font-size:16px">Large in small</span></div>
    <div style="display:contents"><p>In contents</p></div><div style="overflow:auto;height:50px"><p style="margin-top:900px">Scrolled</p></div>`),
  '/shadow': page(
    `<div id=host>Slotted <a href="/s">link</a></div><script>host.attachShadow({mode:'open'}).innerHTML='<button onclick="document.title=\\'deep\\'">Deep</button><slot></slot>'</script>
    <iframe src=/inner width=300 height=200></iframe>`,
  ),
  '/inner': page(`<p>Framed text</p><button onclick="parent.document.title='framed'">In frame</button>`),
  '/outside': page(
    `<p>Before</p><div id=box></div><p>After</p><script>box.innerHTML='<iframe width=400 height=300 src="http://other.test:'+location.port+'/foreign"></iframe>'</script>`,
  ),
  '/foreign': page(
    `<p>Foreign text</p><button onclick="this.textContent='hit'">Accept</button><input placeholder=Card><select><option>Visa<option>Other</select>`,
  ),
  '/deep': page(`${'<div>'.repeat(5_000)}<button>Deepest</button>`),
  '/many': page(Array.from({ length: 5_000 }, (_, at) => `<a href="/${at}">Link ${at}</a>`).join(' ')),
  '/clobbered': page(
    `<form id=f><input name=firstChild><input name=getAttribute><input name=getBoundingClientRect><input name=checkVisibility><button name=nodeType>Send</button></form>`,
  ),
};

const opened: { browser?: OpenTestBrowser; site?: LoopbackSite } = {};
const openTab = useAgain(() => opened.browser!.openPage());
before(async () => {
  opened.site = await startTestSite(PAGES);
  const browser = await shareTestBrowser();
  if (browser) opened.browser = browser;
});
after(async () => {
  await opened.browser?.[Symbol.asyncDispose]();
  await opened.site?.[Symbol.asyncDispose]();
});

const call = { timeoutMs: 10_000 };

async function show(path: string): Promise<LivePage> {
  const live = await openTab();
  const signal = AbortSignal.timeout(60_000);
  await goTo(live, `http://page.test:${opened.site!.port}${path}`, { signal, timeoutMs: 30_000 });
  await settle(live, { signal, maxMs: 10_000 });
  return live;
}

function told({ items }: PageView): string[] {
  return items.map(({ role, name, value, states, level }) =>
    [role, level || '', JSON.stringify(name), value ?? '', ...states].filter((part) => part !== '').join(' '),
  );
}

function named({ items }: PageView, name: string): ViewedItem {
  const item = items.find((one) => one.name === name);
  assert.ok(item, `no ${name} among ${items.map((one) => one.name).join(', ')}`);
  return item;
}

describe('the view of a page', { concurrency: 2 }, () => {
  const browserTest = (name: string, run: () => Promise<void>): void =>
    void test(name, (context) => (opened.browser ? run() : context.skip('no browser')));

  browserTest('has what can be acted on, headings and alerts, each once and in order', async () => {
    await using live = await show('/shop');
    const view = await readView(live, 1, call);
    assert.deepEqual(told(view), [
      'heading 1 "Kettles"',
      'link 2 "Copper kettle"',
      'link 3 "Tin kettle"',
      'textbox "E-mail" a@b.test required',
      'textbox "Password" •••',
      'combobox "Colour" Green',
      'checkbox "Gift" checked',
      'checkbox "Fancy"',
      'button "Buy" disabled',
      'button "Close"',
      'clickable "Card one"',
      'link "Inner"',
      'link "More about kettles"',
      'alert "Wrong password"',
      'button "Care" collapsed',
      'textbox "text"',
      'button "Low"',
    ]);
    assert.deepEqual(named(view, 'Colour').options, ['Red', 'Green']);
    assert.deepEqual([named(view, 'Buy').isShown, named(view, 'Low').isShown], [true, false]);
    assert.doesNotMatch(JSON.stringify(view), /sesame/);
  });

  browserTest('has nothing that readers do not see', async () => {
    await using live = await show('/hidden');
    const view = await readView(live, 1, call);
    assert.doesNotMatch(JSON.stringify(view), /HIDDEN/);
    assert.equal(view.items.length, 3);
    assert.deepEqual(view.texts.slice(-1), ['Seen at last']);
    const { html } = await readSeenHtml(live, call);
    assert.doesNotMatch(html, /HIDDEN/);
    assert.match(html, /<p>Seen at last<\/p>/);
  });

  browserTest('has what readers see in odd ways', async () => {
    await using live = await show('/seen');
    const { texts } = await readView(live, 1, call);
    assert.deepEqual(texts, [
      'On a picture',
      'White on black',
      'Gradient',
      'On a background',
      'Large in small',
      'In contents',
      'Scrolled',
    ]);
  });

  browserTest('looks into shadow roots and frames, and acts there', async () => {
    await using live = await show('/shadow');
    const view = await readView(live, 1, call);
    assert.deepEqual(told(view), ['button "Deep"', 'link "link"', 'button "In frame"']);
    assert.match((await readSeenHtml(live, call)).html, /Slotted <a href="\/s">link<\/a>[^]*Framed text/);
    await clickRef(live, named(view, 'Deep'), call);
    assert.equal(await live.evaluate('document.title'), 'deep');
    await clickRef(live, named(view, 'In frame'), call);
    assert.equal(await live.evaluate('document.title'), 'framed');
  });

  browserTest('looks into frames of other sites, and acts there', async () => {
    await using live = await show('/outside');
    const view = await readView(live, 1, call);
    assert.deepEqual(view.texts, ['Before', 'After', 'Foreign text', 'Accept']);
    assert.match((await readSeenHtml(live, call)).html, /Before[^]*Foreign text[^]*After/);
    await clickRef(live, named(view, 'Accept'), call);
    assert.equal(await fillRef(live, named(view, 'Card'), { ...call, text: '4111' }), '4111');
    assert.equal(await chooseRef(live, view.items.at(-1)!, { ...call, option: 'other' }), 'Other');
    const again = await readView(live, view.next, call);
    assert.deepEqual(told(again), ['button "hit"', 'textbox "Card" 4111', 'combobox "" Other']);
    assert.deepEqual(
      again.items.map(({ ref }) => ref),
      view.items.map(({ ref }) => ref),
    );
  });

  browserTest('keeps numbers for a document and never gives one twice', async () => {
    await using live = await show('/shop');
    const first = await readView(live, 1, call);
    const second = await readView(live, first.next, call);
    assert.deepEqual(second.items, first.items);
    assert.equal(second.next, first.next);
    await live.evaluate('location.reload()');
    const signal = AbortSignal.timeout(20_000);
    await settle(live, { signal, maxMs: 10_000 });
    const third = await readView(live, second.next, call);
    const known = new Set(first.items.map(({ ref }) => ref));
    assert.equal(third.items.length, first.items.length);
    assert.ok(third.items.every(({ ref }) => ref === 0 || !known.has(ref)));
    await assert.rejects(clickRef(live, named(first, 'Low'), call), {
      name: 'PageProblem',
      message: 'the element is not on the page any more',
    });
  });

  browserTest('fills, chooses and scrolls by number', async () => {
    await using live = await show('/shop');
    const view = await readView(live, 1, call);
    assert.equal(await fillRef(live, named(view, 'E-mail'), { ...call, text: 'me@x.test' }), 'me@x.test');
    assert.equal(await fillRef(live, named(view, 'Password'), { ...call, text: 'hush' }), undefined);
    assert.equal(await live.evaluate('document.querySelector("[type=password]").value'), 'hush');
    assert.equal(await fillRef(live, named(view, 'text'), { ...call, text: 'two' }), 'two');
    assert.equal(await fillRef(live, named(view, 'E-mail'), { ...call, text: '' }), '');
    await clickRef(live, named(view, 'Fancy'), call);
    await scrollToRef(live, named(view, 'Low'), call);
    const later = await readView(live, view.next, call);
    assert.equal(named(later, 'Low').isShown, true);
    assert.deepEqual(named(later, 'Fancy').states, ['checked']);
    await assert.rejects(fillRef(live, named(view, 'Gift'), { ...call, text: 'x' }), /takes no text/);
    const pick = chooseRef(live, named(view, 'Colour'), { ...call, option: 'Blue' });
    await assert.rejects(pick, /there is no such option; there are \["Red","Green"\]/);
    await assert.rejects(chooseRef(live, named(view, 'Gift'), { ...call, option: 'x' }), /is no list/);
  });

  browserTest('is not led astray by deep, large or clever pages', async () => {
    const viewOf = async (path: string): Promise<PageView> => {
      await using live = await show(path);
      return await readView(live, 1, call);
    };
    assert.deepEqual(told(await viewOf('/deep')), ['button "Deepest"']);
    const many = await viewOf('/many');
    assert.equal(many.isCut, true);
    assert.equal(many.items.length, 3_000);
    const clobbered = await viewOf('/clobbered');
    assert.equal(named(clobbered, 'Send').role, 'button');
  });
});
