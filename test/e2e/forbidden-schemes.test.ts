import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PageTask } from '../../src/scraper/page-task.ts';
import { openTestScraper, type TestScraper } from '../support/open-test-scraper.ts';
import { findTestBrowser } from '../support/test-browser.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';

const isThere = process.platform === 'linux' && (await findTestBrowser()) !== undefined;
const skip = !isThere && 'there is no browser for this machine';

/** What nobody may open with our browser, and a word that only who opened it has seen. */
const PLACES = [
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'FILE:/etc/passwd',
  'file:///proc/self/environ',
  'file:///etc/',
  'chrome://version/',
  'chrome://net-internals/',
  'chrome-untrusted://print/',
  'devtools://devtools/bundled/inspector.html',
  'view-source:file:///etc/passwd',
  'view-source:http://127.0.0.1/',
  'filesystem:file:///etc/passwd',
  'ftp://127.0.0.1/x',
  'about:version',
];
const SECRETS = /root:x?:0:0|HeadlessChrome|Command Line|LD_LIBRARY_PATH|passwd-|Index of \/etc/;
const HONEST = /Honest text/;
const page = (rest: string): string =>
  `<!doctype html><title>t</title><h1>Honest text</h1><p>with enough of it that no reader takes this page for a shell that has yet to be filled with content</p>${rest}`;
const quote = (text: string): string => JSON.stringify(text);

/** Ways for a page to go to such a place. */
const WAYS_TO_GO: ReadonlyArray<(place: string) => string> = [
  (place) => `<script>location = ${quote(place)}</script>`,
  (place) => `<script>setTimeout(() => location.assign(${quote(place)}), 20)</script>`,
  (place) => `<script>open(${quote(place)})</script>`,
  (place) => `<a id="a" href="${place}">x</a><script>a.click()</script>`,
  (place) => `<form id="f" action="${place}"></form><script>f.submit()</script>`,
  (place) => `<meta http-equiv="refresh" content="0; url=${place}">`,
];

function asParts(place: string): string {
  return (
    `<iframe src="${place}"></iframe><object data="${place}"></object><embed src="${place}"><img src="${place}">` +
    `<script src="${place}"></script><link rel="stylesheet" href="${place}"><video src="${place}"></video>`
  );
}

function asRequests(place: string): string {
  return `<script>{
    const show = (text) => document.body.append(String(text));
    fetch(${quote(place)}).then((r) => r.text()).then(show, () => {});
    const x = new XMLHttpRequest(); x.onload = () => show(x.responseText);
    try { x.open('GET', ${quote(place)}); x.send() } catch {}
    try { new Worker(${quote(place)}) } catch {}
    import(${quote(place)}).catch(() => {});
  }</script>`;
}

describe('addresses that are no web pages', { skip, timeout: 60_000 }, () => {
  let house: TestScraper;
  before(async () => {
    const opened = await openTestScraper({ environment: { DECANT_BROWSER_PAGES: '2' } });
    assert.ok(opened);
    house = opened;
  });
  after(() => house[Symbol.asyncDispose]());

  /** The whole answer as text, or the error's code. */
  const scrape = async (
    url: string,
    options: Record<string, unknown> = {},
    more: Partial<PageTask> = {},
  ): Promise<string> => {
    try {
      const body = { url, waitFor: 1, timeout: 4_000, formats: ['markdown', 'rawHtml'], ...options };
      const outcome = await house.scrape(body, more);
      return JSON.stringify(outcome);
    } catch (error) {
      return (error as { code?: string }).code ?? `a bug: ${String(error)}`;
    }
  };

  test('cannot be asked for', async () => {
    const service = await shareTestService();
    for (const url of [
      ...PLACES,
      'data:text/html,<p>x',
      'javascript:alert(1)',
      'blob:http://site.test/1',
      'about:blank',
    ]) {
      const { status, body } = await service.call('/v2/scrape', { url, waitFor: 1 });
      assert.deepEqual([url, status, body.success], [url, 400, false]);
    }
  });

  test('cannot be redirected to', async () => {
    const places = [
      ...PLACES,
      'data:text/html,<p>root:x:0:0',
      'javascript:document.write("root:x:0:0")',
      'blob:null/1',
    ];
    await using site = await startTestSite(
      Object.fromEntries(places.map((place, index) => [`/${index}`, answer('', { location: place }, 302)])),
    );
    for (const [index, place] of places.entries()) {
      const said = await scrape(`${site.origin}/${index}`);
      assert.match(said, /^SCRAPE_\w+$/, place);
    }
  });

  /** Pages of a job share a tab: nothing of where one went is in the next one. */
  const visitAll = async (pages: readonly string[], more: Partial<PageTask> = {}): Promise<void> => {
    await using site = await startTestSite(
      Object.fromEntries(pages.map((text, index) => [`/${index}`, page(text)])),
    );
    const queue = [...pages.keys()];
    const visit = async (): Promise<void> => {
      for (let index = queue.shift(); index !== undefined; index = queue.shift()) {
        const said = await scrape(`${site.origin}/${index}`, {}, more);
        assert.doesNotMatch(said, SECRETS, pages[index]);
        // Some leave the page for an error of the browser's own.
        if (said !== 'SCRAPE_SITE_ERROR') assert.match(said, HONEST, pages[index]);
      }
    };
    await Promise.all([visit(), visit()]);
  };

  test('cannot be gone to', async () => {
    const [location, ...others] = WAYS_TO_GO;
    const some = PLACES.filter((place) =>
      /^(?:file:\/\/\/etc\/passwd|chrome:\/\/version|view-source:file)/.test(place),
    );
    await visitAll(PLACES.map((place) => location?.(place) ?? ''));
    await visitAll(
      others.flatMap((go) => some.map((place) => go(place))),
      { teamId: 'a team', job: { id: 'a job', spacingMs: 0 } },
    );
  });

  test('cannot be shown in a page, or read by it', async () => {
    await visitAll([PLACES.map(asParts).join('\n'), PLACES.map(asRequests).join('\n')]);
  });

  test('cannot be shown by scripts of the caller', async () => {
    await using site = await startTestSite({ '/': page('') });
    for (const place of ['file:///etc/passwd', 'chrome://version/', 'view-source:file:///etc/passwd']) {
      const scripts = [
        `location = ${quote(place)}`,
        `open(${quote(place)}); 1`,
        `fetch(${quote(place)}).then((r) => r.text()).catch((e) => e.message)`,
        `document.body.append(Object.assign(document.createElement('iframe'), { src: ${quote(place)} })); 1`,
        `(() => { const x = new XMLHttpRequest(); x.open('GET', ${quote(place)}, false); try { x.send() } catch (e) { return e.message } return x.responseText })()`,
      ];
      const said = await scrape(`${site.origin}/`, {
        actions: [
          ...scripts.map((script) => ({ type: 'executeJavascript', script })),
          { type: 'wait', milliseconds: 100 },
          { type: 'scrape' },
        ],
        timeout: 10_000,
      });
      assert.doesNotMatch(said, SECRETS, place);
      assert.match(said, HONEST, place);
    }
  });
});
