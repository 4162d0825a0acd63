import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  assertFailed,
  openTestActions,
  testPage,
  type Act,
  type TestActions,
} from '../../../test/support/open-test-actions.ts';
import { startTestSite, type TestPage } from '../../../test/support/test-site.ts';

const LOG = `<pre id=log></pre><script>const say=(t)=>{log.textContent+=t+';'}</script>`;

const PAGES: Record<string, TestPage> = {
  '/outside':
    testPage(`<div style="height:1500px"></div><p id=heard></p><div id=at style="padding:30px"></div><script>
    addEventListener('message',(m)=>{heard.textContent=m.data});
    at.innerHTML='<iframe width=400 height=300 style="border:9px solid" src="http://other.test:'+location.search.slice(1)+'/consent"></iframe>'</script>`),
  '/covered': testPage(`<button id=buy onclick="this.textContent='bought'">Buy</button>
    <div id=cover style="position:fixed;inset:0;background:#0008">Please subscribe</div>
    <script>if(location.search)setTimeout(()=>cover.remove(),2500)</script>`),
  '/dates': testPage(
    `<input id=d type=date><input id=f type=file><textarea id=t></textarea>${LOG}<script>d.addEventListener('change',()=>say(d.value));let inputs=0;t.addEventListener('input',()=>inputs++)</script>`,
  ),
  '/deep': testPage(`${'<div>'.repeat(9_000)}<button id=b onclick="document.title='hit'">Deep</button>`),
  '/feed': testPage(`<div id=list style="height:3000px">top</div><script>let n=0;
    addEventListener('scroll',()=>{if(scrollY>500&&n<1){n++;fetch('/more').then(r=>r.text()).then(t=>{list.insertAdjacentHTML('afterend','<p id=more>'+t+'</p>')})}})</script>`),
  '/form':
    testPage(`<form action=/sent><label for=n>Name</label><input id=n name=n><textarea id=t name=t></textarea>
    <select id=s name=s><option>Red<option>Green<option>Blue</select><input type=checkbox id=c name=c style="display:none">
    <label for=c>Agree</label><button>Send</button></form>`),
  '/framed': testPage(
    `<div style="height:900px"></div><button id=in-frame onclick="this.textContent='hit'">In frame</button><input id=field><div style="height:900px">`,
  ),
  '/inner':
    testPage(`<div style="height:2000px"></div><div id=host></div><iframe id=f src=/framed width=300 height=200 style="border:7px solid;padding:5px"></iframe>
    <script>host.attachShadow({mode:'open'}).innerHTML='<button class=deep onclick="this.textContent=\\'hit\\'"><slot></slot>In shadow</button>'</script>`),
  '/keys': testPage(`<input id=a value="hello world"><input id=b>${LOG}<script>
    addEventListener('keydown',(k)=>say([k.ctrlKey&&'C',k.shiftKey&&'S',k.key,k.code,k.keyCode].filter(Boolean).join(' ')));
    a.addEventListener('focus',()=>say('focus a'));b.addEventListener('focus',()=>say('focus b'));</script>`),
  '/late': testPage(
    `<div id=root></div><script>setTimeout(()=>{root.innerHTML='<button id=b onclick="this.textContent=\\'hit\\'">Late</button>'},2500)</script>`,
  ),
  '/many':
    testPage(`<ul><li><button class=more onclick="this.remove()">More 1</button><li><button class=more onclick="this.remove()">More 2</button>
    <li><button class=more hidden>More 3</button></ul>`),
  '/more': (_request, response) => void setTimeout(() => response.end('more content'), 300),
  '/moving':
    testPage(`<style>@keyframes go{from{left:0}to{left:600px}}button{position:absolute;animation:go .4s linear}
    #never{top:90px;animation:go 3s linear infinite alternate}</style>
    <button id=once onclick="this.textContent='hit'">Once</button><button id=never onclick="this.textContent='hit'">Never</button>`),
  '/nested':
    testPage(`<style>html,body{height:100%;margin:0;overflow:hidden}#app{height:100%;overflow:auto}#box{height:200px;overflow:auto}</style>
    <div id=app><div id=box><div style="height:2000px">inner</div></div><div style="height:4000px">outer</div></div>`),
  '/odd':
    testPage(`<style>header{position:sticky;top:0;height:120px;background:#ccc}#clip{height:80px;overflow:auto}</style><header>Header</header>
    <div style="width:9em">A text before <a id=wrapped href="#w" onclick="say('wrapped')">a link that needs two lines</a></div>
    <span id=contents style="display:contents" onclick="say('contents')"><b>Bold</b></span>
    <div id=clip><div style="height:700px"></div><button id=inside onclick="say('inside')">Inside</button></div>
    <div style="zoom:1.5;transform:translateX(40px)"><button id=zoomed onclick="say('zoomed')">Zoomed</button></div>
    <button id=icon onclick="say('icon')"><svg id=svg width=20 height=20 style="pointer-events:none"><circle r=9 cx=10 cy=10 /></svg></button>
    <div style="height:3000px"></div><button id=low onclick="say('low')">Low</button>${LOG}`),
  '/phone': `<!doctype html><title>Old</title><div style="width:1400px;height:2000px"></div><button id=b style="margin-left:1200px" onclick="this.textContent='hit'">Far</button>`,
  '/react': testPage(`<input id=a><div id=e contenteditable></div>${LOG}<script>
    // As React does: what is set past its own setter is not seen.
    const own=Object.getOwnPropertyDescriptor(HTMLInputElement.prototype,'value');let kept='';
    Object.defineProperty(a,'value',{get(){return own.get.call(this)},set(v){kept=v;own.set.call(this,v)},configurable:true});
    a.addEventListener('input',()=>{if(a.value!==kept){kept=a.value;say('input '+kept.slice(0,20))}});
    a.addEventListener('keydown',(k)=>say('down '+k.key+(k.shiftKey?'*':'')+(k.isTrusted?'':'!')));
    e.addEventListener('input',()=>say('edit '+e.textContent));</script>`),
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
const press = (key: string): object => ({ type: 'press', key });
const script = (text: string): object => ({ type: 'executeJavascript', script: text });

describe('actions as a visitor does them', { concurrency: 2 }, () => {
  const browserTest = (name: string, run: (act: Act) => Promise<void>): void =>
    void test(name, (context) =>
      opened.house ? run(opened.house.createAct(context)) : context.skip('no browser'),
    );

  browserTest('fill in a form and send it', async (act) => {
    const done = await act('/form', [
      click('#n'),
      write('Zoë Ångström 東京 👩‍👩‍👧'),
      click('#t'),
      write('two\nlines'),
      click('#s'),
      press('ArrowDown'),
      press('Enter'),
      click('#c'),
      click('button'),
    ]);
    assert.equal(done.error, undefined);
    const query = new URLSearchParams((await done.text('#q')).replaceAll('|', '&'));
    assert.deepEqual(Object.fromEntries(query), {
      n: 'Zoë Ångström 東京 👩‍👩‍👧',
      t: 'two\r\nlines',
      s: 'Green',
      c: 'on',
    });
  });

  browserTest('choose an option, and send with Enter', async (act) => {
    const done = await act('/form', [
      click('option:nth-child(3)'),
      click('#n'),
      write('a'),
      press('Enter'),
      { type: 'scrape' },
    ]);
    assert.equal(done.error, undefined);
    assert.match(await done.text('#q'), /n=a\|t=\|s=Blue/);
    assert.match(done.results?.scrapes[0]?.url ?? '', /\/sent\?/);
    assert.match(done.results?.scrapes[0]?.html ?? '', /<h1>Sent<\/h1>/);
  });

  browserTest('type so that listeners hear each key, and long texts in one piece', async (act) => {
    const done = await act('/react', [click('#a'), write('aB'), click('#e'), write('x')]);
    assert.equal(await done.text('#log'), 'down a;input a;down B*;input aB;edit x;');
    const long = 'Lorem ipsum ünd '.repeat(200);
    const longer = await act('/react', [click('#a'), write(long)]);
    assert.equal(await longer.live.evaluate('a.value'), long);
  });

  browserTest('write into fields that are chosen from, and say which take no text', async (act) => {
    const done = await act('/dates', [
      click('#d'),
      write('2026-11-22'),
      click('#t'),
      write('x'.repeat(20_000)),
    ]);
    assert.equal(await done.text('#log'), '2026-11-22;');
    assert.equal(await done.live.evaluate('t.value.length'), 20_000);
    assert.ok((await done.live.evaluate<number>('inputs')) < 1_000);
    assertFailed(
      await act('/dates', [script('f.focus()'), write('a')]),
      /input#f \("f?.*has the focus and takes no text|input#f has the focus and takes no text/,
    );
  });

  browserTest('press keys and chords', async (act) => {
    const done = await act('/keys', [
      click('#a'),
      press('Control+A'),
      write('new'),
      press('Tab'),
      press('Shift+Tab'),
      press('F5'),
      press('ctrl+k'),
      press('Esc'),
    ]);
    assert.equal(done.error, undefined);
    assert.equal(await done.live.evaluate('a.value'), 'new');
    const log = await done.text('#log');
    assert.match(
      log,
      /^focus a;C Control ControlLeft 17;C a KeyA 65;n KeyN 78;e KeyE 69;w KeyW 87;Tab Tab 9;focus b;S Shift ShiftLeft 16;S Tab Tab 9;focus a;F5 F5 116;C Control ControlLeft 17;C k KeyK 75;Escape Escape 27;$/,
    );
    assertFailed(
      await act('/keys', [press('Entre')]),
      /^Action 1 \(press "Entre"\) failed: there is no key "Entre"; did you mean "Enter"\?/,
    );
  });

  browserTest('wait for what covers, moves or is not there yet', async (act) => {
    const uncovered = await act('/covered?soon', [click('#buy')]);
    assert.equal(await uncovered.text('#buy'), 'bought');
    const moving = await act('/moving', [click('#once'), click('#never')]);
    assert.deepEqual([await moving.text('#once'), await moving.text('#never')], ['hit', 'hit']);
    const late = await act('/late', [click('#b')]);
    assert.equal(await late.text('#b'), 'hit');
  });

  browserTest('find elements in frames of other sites', async (act) => {
    await using other = await startTestSite({
      '/consent':
        testPage(`<div style="height:600px"></div><button id=accept onclick="this.textContent='hit'">Accept</button>
        <input id=mail><script>addEventListener('input',()=>parent.postMessage(accept.textContent+' '+mail.value,'*'))</script>`),
    });
    const done = await act(`/outside?${other.port}`, [
      { type: 'wait', selector: '#accept' },
      click('#accept'),
      click('#mail'),
      write('me'),
    ]);
    assert.equal(done.error, undefined);
    assert.equal(await done.text('#heard'), 'hit me');
    assertFailed(await act(`/outside?${other.port}`, [click('#none')]), /no element matches "#none"/);
  });

  browserTest('hit what is laid out in odd ways', async (act) => {
    const ids = ['wrapped', 'contents', 'inside', 'zoomed', 'icon', 'low'];
    const done = await act('/odd', [...ids.map((id) => click(`#${id}`)), click('#svg'), click('#wrapped')]);
    assert.equal(done.error, undefined);
    assert.equal(await done.text('#log'), `${ids.join(';')};icon;wrapped;`);
    const phone = await act('/phone', [click('#b')], {
      prepare: (session) =>
        session.send('Emulation.setDeviceMetricsOverride', {
          width: 412,
          height: 915,
          deviceScaleFactor: 2,
          mobile: true,
        }),
    });
    assert.equal(await phone.text('#b'), 'hit');
    const deep = await act('/deep', [click('#b')]);
    assert.equal(await deep.live.evaluate('document.title'), 'hit');
  });

  browserTest('find elements in shadow roots and frames', async (act) => {
    const done = await act('/inner', [click('.deep'), click('#in-frame'), click('#field'), write('typed')]);
    assert.equal(done.error, undefined);
    assert.equal(await done.live.evaluate('host.shadowRoot.querySelector("button").textContent'), 'hit');
    assert.equal(await done.live.evaluate('f.contentDocument.querySelector("#in-frame").textContent'), 'hit');
    assert.equal(await done.live.evaluate('f.contentDocument.querySelector("#field").value'), 'typed');
  });

  browserTest('click all matches', async (act) => {
    const done = await act('/many', [
      { type: 'click', selector: '.more', all: true },
      { type: 'click', selector: '.none', all: true },
    ]);
    assert.equal(done.error, undefined);
    assert.equal(await done.live.evaluate('document.querySelectorAll("button").length'), 1);
    assert.deepEqual([done.trace.steps[0]?.['clicked'], done.trace.steps[0]?.['passed']], [2, 1]);
  });

  browserTest('scroll the page, an element, and what takes the place of the page', async (act) => {
    const feed = await act('/feed', [{ type: 'scroll' }, { type: 'scroll', direction: 'up' }]);
    assert.equal(await feed.text('#more'), 'more content');
    assert.equal(await feed.live.evaluate('scrollY'), 0);
    const nested = await act('/nested', [{ type: 'scroll', selector: '#box' }, { type: 'scroll' }]);
    const [box, app] = await nested.live.evaluate<number[]>('[box.scrollTop, app.scrollTop]');
    assert.equal(box, 180);
    assert.ok((app ?? 0) > 400);
    assertFailed(await act('/feed', [{ type: 'scroll', selector: '#none' }]), /no element matches "#none"/);
  });
});
