import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { LoopbackSite } from '../../../test/support/loopback-site.ts';
import { shareTestBrowser } from '../../../test/support/share-test-browser.ts';
import { answer, startTestSite } from '../../../test/support/test-site.ts';
import { useAgain } from '../../../test/support/use-again.ts';
import { capture, type Capture } from './capture.ts';
import { goTo } from './go-to.ts';
import type { LivePage } from './live-page.ts';
import { settle } from './settle.ts';

const house = await shareTestBrowser();
after(() => house?.[Symbol.asyncDispose]());
const openTab = useAgain(() => house!.openPage());
const skip = house === undefined && 'no browser can be had here';

async function open(address: string, openPage = house!.openPage): Promise<LivePage> {
  const live = await openPage();
  const signal = AbortSignal.timeout(60_000);
  await goTo(live, address, { signal, timeoutMs: 20_000 });
  await settle(live, { signal, maxMs: 40_000 });
  return live;
}

async function read(live: LivePage): Promise<Capture> {
  const captured = await capture(live, { timeoutMs: 20_000 });
  return { ...captured, html: captured.html.replaceAll(/<script[^>]*>[^]*?<\/script>/g, '') };
}

function bodyOf({ html }: Capture): string {
  return /<body[^>]*>([^]*)<\/body>/.exec(html)?.[1] ?? html;
}

const FRAMES = (port: number): string => `<p>outer</p>
<iframe srcdoc="<p>in srcdoc</p><p style='display:none'>gone</p>"></iframe><iframe src="/inner?a&b"></iframe>
<iframe src="http://other.test:${port}/middle"></iframe><iframe src="/inner" width="1" height="1"></iframe>`;

function framesAsRead(origin: string, port: number): string {
  return `<p>outer</p>
<div data-decant-frame="about:srcdoc"><p>in srcdoc</p><p style="display:none" data-decant-hidden="">gone</p></div><div data-decant-frame="${origin}/inner?a&amp;b"><p>inner</p></div>
<div data-decant-frame="http://other.test:${port}/middle"><p>middle</p><div data-decant-frame="http://third.test:${port}/inner"><p>inner</p></div><div data-decant-frame="http://third.test:${port}/json"><pre>{&quot;a&quot;:&quot;&lt;b&gt;&quot;}</pre></div></div><iframe src="/inner" width="1" height="1"></iframe>`;
}

function rows(count: number): string {
  return `<style>.row:nth-child(9) { display: none }</style>${'<div class="row"><span>word</span><a href="/x">link</a></div>'.repeat(count)}`;
}

/** Reads the processor time of the page's thread for its tasks, ms. */
async function readTaskMs({ session }: LivePage): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

const PAGES = {
  '/plain':
    '<!doctype html><html lang="en"><title>T</title><p title="a&quot;&amp;<b>">x &amp; &lt;y&gt;&nbsp;z</p><!-- note -->',
  '/hidden': `<style>.menu { display: none } .bare { display: contents }</style><nav class="menu"><p>menu</p></nav>
    <div class="bare"><p>shown</p></div><p style="visibility:hidden">faded</p><input type="hidden"><dialog>closed</dialog>`,
  '/roots': `<div id="a"></div><div id="b"></div><script>
    a.attachShadow({ mode: 'open' }).innerHTML = '<p>open</p>';
    const root = b.attachShadow({ mode: 'closed' });
    root.innerHTML = '<p>closed</p><section></section>';
    root.lastChild.attachShadow({ mode: 'closed' }).innerHTML = '<p>nested</p><p hidden>gone</p>';
    window.seen = [b.shadowRoot, root.mode, a.shadowRoot.mode, root instanceof ShadowRoot,
      Element.prototype.attachShadow.name, Element.prototype.attachShadow.length];</script>`,
  '/slots': `<x-card><h2 slot="title">Title</h2>loose <p>body</p><p slot="nowhere">nowhere</p></x-card><script>
    customElements.define('x-card', class extends HTMLElement { constructor() { super();
      this.attachShadow({ mode: 'closed' }).innerHTML =
        '<header><slot name="title">none</slot></header><main>Before <slot></slot></main><slot name="foot">Foot</slot>' } })</script>`,
  '/hostile': `<form><input name="attributes"><input name="firstChild"><input name="parentNode"><input name="localName">
    <input name="nodeType"><p hidden>gone</p></form><img name="body"><img name="documentElement"><img name="doctype">
    <img name="createTreeWalker"><img name="contentType"><script>
    for (const name of ['getHTML', 'querySelectorAll', 'checkVisibility']) Element.prototype[name] = () => 'evil';
    for (const name of ['push', 'map', 'join', 'pop', Symbol.iterator]) Array.prototype[name] = () => 'evil';
    Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'evil' });
    window.getComputedStyle = () => ({ display: 'none' }); JSON.stringify = () => 'evil'; String.prototype.replaceAll = () => 'evil';
    </script><div data-decant-hidden data-decant-frame="x" data-decant-else="1">its own</div>`,
  '/frameset':
    '<frameset cols="50%,50%"><frame src="/inner"><frame src="/inner"><noframes>none</noframes></frameset>',
  '/rootless': '<script>document.documentElement.remove()</script>',
  '/other-root': `<script>document.documentElement.remove(); document.append(document.createElement('article'));
    document.documentElement.append('text')</script>`,
  '/inner': '<title>no title of ours</title><p>inner</p>',
  '/large': rows(33_336),
  '/eighth': rows(4_167),
  '/json': answer('{"a":"<b>"}', { 'content-type': 'application/json' }),
  '/text': answer('a < b\n  c', { 'content-type': 'text/plain; charset=utf-8' }),
  '/xml': answer('<?xml version="1.0"?><things><a>x &amp; y</a></things>', {
    'content-type': 'application/xml',
  }),
  '/svg': answer('<svg xmlns="http://www.w3.org/2000/svg"><text>drawn</text></svg>', {
    'content-type': 'image/svg+xml',
  }),
  '/xhtml': answer(
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p>x<br/></p><pre><![CDATA[a < b]]></pre><b/></body></html>',
    {
      'content-type': 'application/xhtml+xml',
    },
  ),
  '/middle': `<p>middle</p><iframe id="inner"></iframe><iframe id="json"></iframe><script>
    inner.src = 'http://third.test:' + location.port + '/inner'; json.src = 'http://third.test:' + location.port + '/json';</script>`,
};

describe('capture', { skip }, () => {
  let site: LoopbackSite;

  before(async () => {
    site = await startTestSite({
      ...PAGES,
      '/frames': (request, response) => answer(FRAMES(site.port))(request, response),
      '/watching': (request, response) =>
        answer(`<p style="display:none">h</p><iframe src="http://other.test:${site.port}/inner"></iframe><script>
          window.seen = []; new MutationObserver((records) => seen.push(...records))
            .observe(document, { attributes: true, childList: true, characterData: true, subtree: true })</script>`)(
          request,
          response,
        ),
    });
  });
  after(() => site[Symbol.asyncDispose]());

  async function captureAt(path: string): Promise<Capture> {
    await using live = await open(site.origin + path, openTab);
    return await read(live);
  }

  test('a page comes as the browser writes it', async () => {
    const { html, url, contentType, raw } = await captureAt('/plain');
    assert.equal(
      html,
      '<!DOCTYPE html><html lang="en"><head><title>T</title></head><body><p title="a&quot;&amp;&lt;b&gt;">x &amp; &lt;y&gt;&nbsp;z</p><!-- note --></body></html>',
    );
    assert.deepEqual([url, contentType, raw], [`${site.origin}/plain`, 'text/html', undefined]);
  });

  test('what is not displayed is marked, and only that', async () => {
    const marked = bodyOf(await captureAt('/hidden')).match(/<(\w+)[^>]* data-decant-hidden=""/g);
    assert.deepEqual(marked, [
      '<nav class="menu" data-decant-hidden=""',
      '<input type="hidden" data-decant-hidden=""',
      '<dialog data-decant-hidden=""',
    ]);
  });

  test('open and closed shadow roots, which stay closed to the page', async () => {
    await using live = await open(`${site.origin}/roots`, openTab);
    assert.equal(
      bodyOf(await read(live)),
      '<div id="a"><template shadowrootmode="open"><p>open</p></template></div>' +
        '<div id="b"><template shadowrootmode="open"><p>closed</p><section><template shadowrootmode="open">' +
        '<p>nested</p><p hidden="" data-decant-hidden="">gone</p></template></section></template></div>',
    );
    assert.deepEqual(await live.evaluate('seen'), [null, 'closed', 'open', true, 'attachShadow', 1]);
  });

  test('slotted content stands where it is shown', async () => {
    assert.equal(
      bodyOf(await captureAt('/slots')),
      '<x-card><template shadowrootmode="open"><header><slot name="title"><h2 slot="title">Title</h2></slot></header>' +
        '<main>Before <slot>loose <p>body</p></slot></main><slot name="foot">Foot</slot></template>' +
        '<p slot="nowhere" data-decant-hidden="">nowhere</p></x-card>',
    );
  });

  test('neither names nor prototypes of the page get in the way', async () => {
    const body = bodyOf(await captureAt('/hostile'));
    assert.match(body, /<input name="nodeType"><p hidden="" data-decant-hidden="">gone<\/p><\/form>/);
    assert.match(body, /<div data-decant-else="1">its own<\/div>$/);
    assert.doesNotMatch(body, /evil/);
  });

  test('frames stand in their places, whatever site they are of, with a process for each site', async () => {
    await using live = await open(`${site.origin}/frames`, openTab);
    assert.ok(live.frames.size >= 2, `${live.frames.size} frames with a process of their own`);
    assert.equal(bodyOf(await read(live)).trim(), framesAsRead(site.origin, site.port));
  });

  test('the page notices nothing, and nothing is left on it', async () => {
    await using live = await open(`${site.origin}/watching`, openTab);
    await live.evaluate('seen.length = 0');
    assert.match((await read(live)).html, /data-decant-hidden.*data-decant-frame/);
    assert.equal(await live.evaluate('seen.length'), 0);
    assert.doesNotMatch(await live.evaluate<string>('document.documentElement.outerHTML'), /decant/);
  });

  test('a frameset becomes a body that holds its frames', async () => {
    const frame = `<div data-decant-frame="${site.origin}/inner"><p>inner</p></div>`;
    assert.equal(
      (await captureAt('/frameset')).html,
      `<html><head></head><body cols="50%,50%">${frame}${frame}</body></html>`,
    );
  });

  test('documents without a root or a body', async () => {
    assert.equal((await captureAt('/rootless')).html, '');
    assert.equal((await captureAt('/other-root')).html, '<article>text</article>');
  });

  test('documents that are not HTML come as their own text', async () => {
    const expected = {
      '/json': ['application/json', '{"a":"<b>"}'],
      '/text': ['text/plain', 'a < b\n  c'],
      '/xml': ['application/xml', '<things><a>x &amp; y</a></things>'],
      '/svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><text>drawn</text></svg>'],
    };
    for (const [path, [contentType, raw]] of Object.entries(expected)) {
      const captured = await captureAt(path);
      assert.deepEqual([captured.contentType, captured.raw, captured.html], [contentType, raw, ''], path);
    }
  });

  test('XHTML comes as HTML has it: CDATA as text, empty elements with an end tag', async () => {
    const html = (await captureAt('/xhtml')).html.replaceAll(/ xmlns="[^"]*"/g, '');
    assert.match(html, /<body><p>x<br \/><\/p><pre>a &lt; b<\/pre><b><\/b><\/body>/);
  });

  test('a hundred thousand elements come whole, in linear time', async () => {
    const costOf = async (path: string, links: number): Promise<number> => {
      await using live = await open(site.origin + path);
      await live.session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const earlierMs = await readTaskMs(live);
      const { html } = await capture(live, { timeoutMs: 30_000 });
      assert.equal(html.split('<a href="/x">').length - 1, links);
      assert.equal(html.split('data-decant-hidden').length - 1, 1);
      return (await readTaskMs(live)) - earlierMs;
    };
    const [smallMs, largeMs] = [await costOf('/eighth', 4_167), await costOf('/large', 33_336)];
    // Quadratic work would cost 64 times as much.
    assert.ok(largeMs < 30 * smallMs, `${smallMs} ms, then ${largeMs} ms`);
  });
});
