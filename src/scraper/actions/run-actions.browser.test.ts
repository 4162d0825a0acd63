import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  assertFailed,
  openTestActions,
  testPage,
  type Act,
  type TestActions,
} from '../../../test/support/open-test-actions.ts';
import { givenTime } from '../../../test/support/given-time.ts';
import type { TestPage } from '../../../test/support/test-site.ts';

const LOG = `<pre id=log></pre><script>const say=(t)=>{log.textContent+=t+';'}</script>`;

const PAGES: Record<string, TestPage> = {
  '/buttons':
    testPage(`<style>#run{position:absolute;left:0;top:300px}#cover{position:fixed;inset:0;background:#0004}</style>
    <button id=first>Sign in</button><button id=second>Accept all</button><button id=off disabled>Off</button>
    <button id=gone hidden>Hidden</button><button id=run>Run</button>${LOG}<script>
    for(const b of document.querySelectorAll('button'))b.addEventListener('click',(e)=>say(b.id+(e.isTrusted?'':'!')));</script>`),
  '/covered': testPage(`<button id=buy onclick="this.textContent='bought'">Buy</button>
    <div id=cover style="position:fixed;inset:0;background:#0008">Please subscribe</div>
    <script>if(location.search)setTimeout(()=>cover.remove(),2500)</script>`),
  '/form':
    testPage(`<form action=/sent><label for=n>Name</label><input id=n name=n><textarea id=t name=t></textarea>
    <select id=s name=s><option>Red<option>Green<option>Blue</select><input type=checkbox id=c name=c style="display:none">
    <label for=c>Agree</label><button>Send</button></form>`),
  '/framed': testPage(
    `<div style="height:900px"></div><button id=in-frame onclick="this.textContent='hit'">In frame</button><input id=field><div style="height:900px">`,
  ),
  '/hang': testPage(
    `<button id=b onclick="while(true);">Hang</button><button id=l onclick="for(;;)alert(1)">Alerts</button>`,
  ),
  '/hop': testPage(`<p>On the way</p><script>location.replace('/two')</script>`),
  '/inner':
    testPage(`<div style="height:2000px"></div><div id=host></div><iframe id=f src=/framed width=300 height=200 style="border:7px solid;padding:5px"></iframe>
    <script>host.attachShadow({mode:'open'}).innerHTML='<button class=deep onclick="this.textContent=\\'hit\\'"><slot></slot>In shadow</button>'</script>`),
  '/links': testPage(`<a id=one href=/hop>One</a> <a id=window href=/two target=_blank>Window</a>
    <button id=open onclick="window.open('/two')">Open</button> <button id=ad onclick="window.open('http://advert.test:1/');this.textContent='clicked'">Ad</button>
    <a id=dead href="http://127.0.0.1:1/">Dead</a> <a id=anchor href="#down">Anchor</a>
    <button id=late onclick="setTimeout(()=>{location='/two'},200)">Late</button>`),
  '/more': (_request, response) => void setTimeout(() => response.end('more content'), 300),
  '/sent': (request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      testPage(
        `<h1>Sent</h1><p id=q>${new URL(request.url ?? '', 'http://x').search.replaceAll('&', '|')}</p>`,
      ),
    );
  },
  '/two': testPage('<h1 id=two>Second page</h1>'),
};

const opened: { house?: TestActions } = {};
before(async () => {
  const house = await openTestActions(PAGES);
  if (house) opened.house = house;
});
after(() => opened.house?.[Symbol.asyncDispose]());

const click = (selector: string): object => ({ type: 'click', selector });
const write = (text: string): object => ({ type: 'write', text });
const script = (text: string): object => ({ type: 'executeJavascript', script: text });

describe('runActions', { concurrency: 2 }, () => {
  const browserTest = (name: string, run: (act: Act) => Promise<void>): void =>
    void test(name, (context) =>
      opened.house ? run(opened.house.createAct(context)) : context.skip('no browser'),
    );

  browserTest('follow links, through redirections, and windows', async (act) => {
    for (const [id, expected] of [
      ['one', 'Second page'],
      ['window', 'Second page'],
      ['open', 'Second page'],
      ['late', 'Second page'],
    ] as const) {
      const done = await act('/links', [click(`#${id}`), { type: 'wait', selector: '#two' }]);
      assert.equal(done.error, undefined, id);
      assert.equal(await done.text('#two'), expected, id);
    }
    const advert = await act('/links', [click('#ad'), click('#anchor')]);
    assert.equal(advert.error, undefined);
    assert.equal(await advert.text('#ad'), 'clicked');
    assert.deepEqual(advert.trace.steps[0]?.['closedWindows'], ['http://advert.test:1/']);
    assertFailed(await act('/links', [click('#dead')]), /could not be loaded \(net::ERR_/, {
      index: 0,
      type: 'click',
    });
  });

  browserTest('give up on pages that do not answer', async (act) => {
    for (const id of ['b', 'l']) {
      const { error } = await act('/hang', [click(`#${id}`)], { ms: 1_000 });
      assert.equal(error?.code, 'SCRAPE_TIMEOUT', error?.message);
    }
  });

  browserTest('return what scripts say, with its type', async (act) => {
    const done = await act(
      '/buttons',
      [
        '1 + 1',
        'document.title',
        'const x = 1; x + 1',
        'const x = 2; return x',
        'await Promise.resolve("later")',
        '({a: [1]})',
        '{"b": 2}',
        'fetch("/two").then((r) => r.status)',
        'null',
        'undefined',
        'NaN',
        'new Date(0)',
        'true',
        '() => 1',
        '10n',
        '[1,2]',
        'if (true) { "x" }',
        'document.title;  // note',
      ].map(script),
    );
    assert.equal(done.error, undefined);
    assert.deepEqual(
      done.results?.javascriptReturns.map(({ type, value }) => [type, value]),
      [
        ['number', 2],
        ['string', 'Shop'],
        ['number', 2],
        ['number', 2],
        ['string', 'later'],
        ['object', { a: [1] }],
        ['object', { b: 2 }],
        ['number', 200],
        ['object', null],
        ['undefined', null],
        ['number', 'NaN'],
        ['object', '1970-01-01T00:00:00.000Z'],
        ['boolean', true],
        ['function', null],
        ['bigint', '10n'],
        ['object', [1, 2]],
        ['string', 'x'],
        ['string', 'Shop'],
      ],
    );
    assertFailed(
      await act('/buttons', [script('throw new TypeError("no good")')]),
      /failed: the script threw TypeError: no good$/,
    );
    assertFailed(
      await act('/buttons', [script('JSON.parse("{")')]),
      /the script threw SyntaxError: Expected property name/,
    );
    assertFailed(await act('/buttons', [script('let = = 3')]), /the script threw SyntaxError/);
    const moved = await act('/buttons', [script('location = "/two"'), { type: 'scrape' }]);
    assert.match(moved.results?.scrapes[0]?.html ?? '', /Second page/);
  });

  browserTest('say when the value of a script is too deep or has too many parts', async (act) => {
    const deep = (levels: number): object =>
      script(`let value = {}; for (let i = 1; i < ${levels}; i++) value = { value }; value`);
    const { results } = await act('/two', [deep(1_000)]);
    assert.equal(
      JSON.stringify(results?.javascriptReturns[0]?.value).length,
      '{"value":}'.length * 999 + '{}'.length,
    );
    const failed = { index: 0, type: 'executeJavascript' };
    for (const levels of [1_001, 100_000])
      assertFailed(
        await act('/two', [deep(levels)]),
        /the script's value (?:nests deeper than 1000 levels|has no JSON form)/,
        failed,
      );
    assertFailed(
      await act('/two', [script('Array.from({ length: 100_001 }, () => ({}))')]),
      /the script's value has more than 100000 lists and objects/,
      failed,
    );
  });

  browserTest('end at the deadline, and say what was under way', async (act) => {
    for (const text of ['while (true);', 'new Promise(() => {})']) {
      await givenTime(1_500, async (ms) => {
        const done = await act('/two', [{ type: 'wait', milliseconds: 1 }, script(text)], { ms });
        assertFailed(done, /^Action 2 \(executeJavascript\) failed: the script did not end within \d+ ms/, {
          index: 1,
          type: 'executeJavascript',
        });
      });
    }
    await givenTime(1_500, async (ms) => {
      const { error } = await act('/two', [{ type: 'wait', selector: '#never' }], { ms });
      assert.equal(error?.code, 'SCRAPE_ACTION_ERROR');
    });
    const { error } = await act('/two', [{ type: 'wait', milliseconds: 5_000 }], { ms: 1_000 });
    assert.equal(error?.code, 'SCRAPE_TIMEOUT');
    assert.match(error.message, /Action 1 \(wait\) was under way/);
  });

  browserTest('say what was seen instead', async (act) => {
    const cases: Array<[string, object[], RegExp]> = [
      [
        '/buttons',
        [click('#first'), click('#buy')],
        /^Action 2 \(click "#buy"\) failed: no element matches "#buy"; the page has 4 buttons: "Sign in", "Accept all", "Off", "Run"$/,
      ],
      ['/buttons', [click('#off')], /button#off \("Off"\) is disabled/],
      ['/buttons', [click('#gone')], /button#gone \("Hidden"\) is not shown/],
      ['/buttons', [click('##')], /the selector is not a CSS selector/],
      ['/covered', [click('#buy')], /button#buy \("Buy"\) is covered by div#cover \("Please subscribe"\)/],
      [
        '/form',
        [write('lost')],
        /no element has the focus; click the one to write into first \(the page has \d fields: "Name"/,
      ],
    ];
    await Promise.all(
      cases.map(async ([path, list, message]) => assertFailed(await act(path, list), message)),
    );
  });

  browserTest('take pictures, prints and the page in order', async (act) => {
    const done = await act('/inner', [
      { type: 'screenshot' },
      { type: 'screenshot', fullPage: true, quality: 50 },
      { type: 'pdf', format: 'A5' },
      { type: 'scrape' },
    ]);
    assert.equal(done.error, undefined);
    assert.deepEqual(
      done.results?.screenshots.map(({ contentType }) => contentType),
      ['image/png', 'image/jpeg'],
    );
    assert.match(done.results?.pdfs[0]?.bytes.toString('latin1', 0, 5) ?? '', /%PDF-/);
    assert.match(done.results?.scrapes[0]?.html ?? '', /In shadow/);
    assert.doesNotMatch(done.results?.scrapes[0]?.html ?? '', /data-decant/);
    assert.deepEqual(
      done.trace.steps.map(({ step }) => step),
      ['action 1: screenshot', 'action 2: screenshot', 'action 3: pdf', 'action 4: scrape'],
    );
  });
});
