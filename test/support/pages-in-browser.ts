import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Firecrawl } from 'firecrawl';
import { buildPdf, textAt } from './documents/build-pdf.ts';
import { eventually } from './eventually.ts';
import type { LoopbackSite } from './loopback-site.ts';
import { startTestService, type TestService } from './test-service.ts';
import { answer, startTestSite, type TestPage } from './test-site.ts';

export const PROSE =
  'Some prose that is long enough to be taken for the content of this page by any filter there is. '.repeat(
    4,
  );

/** An application of one script: nothing of it is in the HTML. */
export const APP = `<!doctype html><title>App</title><div id="root"></div><script>
  fetch('/api/items').then((reply) => reply.json()).then((items) => {
    document.getElementById('root').innerHTML = '<main><h1>Items</h1><ul>' + items.map((item) => '<li><a href="/item/' + item + '">' + item + '</a></li>').join('') + '</ul></main>';
  });
</script>`;

/** Shows what its interface answers, and nothing when that fails. */
const STORY = `<!doctype html><title>Story</title><div id="root">Loading…</div><script>
  fetch('/api' + location.pathname).then((reply) => reply.ok ? reply.text() : undefined).then((text) => {
    if (text) document.getElementById('root').innerHTML = text;
  });
</script>`;

const FORM = `<!doctype html><title>Form</title><main><h1>Form</h1><p>${PROSE}</p>
  <input id="name"><button id="go">Go</button><p id="said"></p>
  <script>
    document.getElementById('go').onclick = () => { document.getElementById('said').textContent = 'Hello ' + document.getElementById('name').value; };
    document.getElementById('name').onkeydown = (event) => { if (event.key === 'Enter') document.getElementById('said').textContent = 'Entered'; };
  </script></main>`;

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A site of pages that need a browser, and the service that is asked for them. */
export interface PagesInBrowser {
  site: PagesSite;
  service: TestService;
  client: Firecrawl;
}

/** One of its pages stays until it is let go. */
export interface PagesSite extends LoopbackSite {
  readonly isHeld: Promise<void>;
  letGo(): void;
}

export async function startPagesSite(): Promise<PagesSite> {
  const isAsked = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const site = await startTestSite({
    ...PAGES,
    '/end': (_request, response) => {
      isAsked.resolve();
      void mayEnd.promise.then(() => response.end('now'));
    },
  });
  return Object.assign(site, { isHeld: isAsked.promise, letGo: mayEnd.resolve });
}

const PAGES: Readonly<Record<string, TestPage>> = {
  '/app': APP,
  '/api/items': answer(JSON.stringify(['one', 'two', 'three']), { 'content-type': 'application/json' }),
  '/plain': `<title>Plain</title><main><h1>Plain</h1><p>${PROSE}</p></main>`,
  '/held': `<main><h1>Held</h1><p>${PROSE}</p></main><script>fetch('/end').then(() => { document.body.id = 'end' })</script>`,
  '/form': FORM,
  '/tall': `<body style="margin:0"><div style="height:5000px;background:linear-gradient(red,blue)">${PROSE}</div>`,
  '/gone': answer(
    '<div id="root"></div><script>root.innerHTML = "<h1>Not found by script</h1>"</script>',
    {},
    404,
  ),
  '/waiting': `<title>Waiting</title><div id="root">Loading…</div><script>fetch('/never')</script>`,
  '/never': () => undefined,
  '/story/1': STORY,
  '/story/2': STORY,
  '/api/story/1': answer('out of order', {}, 500),
  '/api/story/2': `<h1>Story two</h1><p>${PROSE}</p>`,
  '/file.bin': answer(Buffer.from([0, 1, 2, 3]), { 'content-type': 'application/octet-stream' }),
  '/banner': `<header>Shop</header><main><h1>Kettles</h1><p>${PROSE}</p></main><div id="onetrust-consent-sdk"
    ><p>We use cookies.</p><button>Reject All</button> <button>Accept All Cookies</button></div>`,
  '/note.txt': answer(`A note. ${PROSE}`, { 'content-type': 'text/plain' }),
  '/to-note': `<main><h1>Notes</h1><p>${PROSE}</p><a href="/note.txt">The note</a></main>`,
  '/picture.png': answer(Buffer.from(PIXEL, 'base64'), { 'content-type': 'image/png' }),
  '/paper.pdf': answer(buildPdf({ content: textAt(72, 700, 'A paper') }), {
    'content-type': 'application/pdf',
  }),
  '/data.json': answer('{"a": 1}', { 'content-type': 'application/json' }),
};

/** Tests by name: they hold for browsers of the service's own and for those of another process. */
export const PAGE_TESTS: Readonly<Record<string, (at: PagesInBrowser) => Promise<void>>> = {
  'a page of scripts only is shown to a browser, an ordinary one is not': async ({ site, client }) => {
    const app = await client.scrape(`${site.origin}/app`, { formats: ['markdown', 'links', 'rawHtml'] });
    assert.match(app.markdown ?? '', /# Items[\s\S]*\[two\]/);
    assert.deepEqual(
      app.links,
      ['one', 'two', 'three'].map((item) => `${site.origin}/item/${item}`),
    );
    assert.doesNotMatch(app.rawHtml ?? '', /data-decant/);
    assert.equal(app.warning, undefined);
    assert.equal(app.metadata?.statusCode, 200);
    const requests = site.requests.length;
    const plain = await client.scrape(`${site.origin}/plain`, { formats: ['markdown'] });
    assert.match(plain.markdown ?? '', /^# Plain/);
    assert.equal(site.requests.length, requests + 1);
  },

  'every action, in order, with its results': async ({ site, client }) => {
    const document = await client.scrape(`${site.origin}/form`, {
      formats: ['markdown'],
      actions: [
        { type: 'wait', milliseconds: 10 },
        { type: 'wait', selector: '#go' },
        { type: 'click', selector: '#name' },
        { type: 'write', text: 'Ünïcode' },
        { type: 'click', selector: '#go' },
        { type: 'scrape' },
        { type: 'click', selector: '#name' },
        { type: 'press', key: 'Enter' },
        { type: 'scroll', direction: 'down' },
        { type: 'executeJavascript', script: 'document.querySelector("#said").textContent' },
        { type: 'screenshot' },
        { type: 'pdf', format: 'A4' },
      ],
    });
    const actions = document.actions as any;
    assert.match(actions.scrapes[0].html, /Hello Ünïcode/);
    assert.equal(actions.scrapes[0].url, `${site.origin}/form`);
    assert.deepEqual(actions.javascriptReturns, [{ type: 'string', value: 'Entered' }]);
    assert.match(document.markdown ?? '', /Entered/);
    const picture = await fetch(actions.screenshots[0]);
    assert.equal(picture.headers.get('content-type'), 'image/png');
    const print = await fetch(actions.pdfs[0]);
    assert.equal(
      Buffer.from(await print.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    );
  },

  'an action that fails is named with its place': async ({ site, service }) => {
    const { status, body } = await service.call('/v2/scrape', {
      url: `${site.origin}/form`,
      actions: [
        { type: 'click', selector: '#name' },
        { type: 'click', selector: '#nowhere' },
      ],
    });
    assert.equal(status, 500);
    assert.equal(body.code, 'SCRAPE_ACTION_ERROR');
    assert.match(body.error, /2.*click.*#nowhere/);
  },

  'a screenshot is a link that needs no key; under zero retention it is in the document': async ({
    site,
    service,
    client,
  }) => {
    const { screenshot, metadata } = await client.scrape(`${site.origin}/tall`, {
      formats: [{ type: 'screenshot', fullPage: true }],
    });
    assert.ok(screenshot !== undefined && screenshot.startsWith(`${service.url}/blobs/`), screenshot);
    const bytes = Buffer.from(await (await fetch(screenshot)).arrayBuffer());
    assert.equal(bytes.readUInt32BE(20), 5_000);
    const forged = await fetch(
      screenshot.replace(/(?<=signature=)./, (first) => (first === 'A' ? 'B' : 'A')),
    );
    assert.notEqual(forged.status, 200);
    const kept = await service.call(`/v2/scrape/${String(metadata?.scrapeId)}`);
    assert.match(kept.body.data.screenshot, /\/blobs\//);
    const again = await client.scrape(`${site.origin}/tall`, {
      formats: [{ type: 'screenshot', fullPage: true }],
    });
    assert.equal(again.metadata?.cacheState, 'hit');
    assert.equal((await fetch(String(again.screenshot))).status, 200);
    const secret = await service.call('/v2/scrape', {
      url: `${site.origin}/tall`,
      formats: ['screenshot'],
      zeroDataRetention: true,
    });
    assert.match(secret.body.data.screenshot, /^data:image\/png;base64,/);
  },

  'mobile and location are what the page sees': async ({ site, client }) => {
    const script = `({ agent: navigator.userAgent, touch: navigator.maxTouchPoints, width: screen.width,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: navigator.language, robot: navigator.webdriver })`;
    const document = await client.scrape(`${site.origin}/plain`, {
      mobile: true,
      location: { country: 'JP' },
      actions: [{ type: 'executeJavascript', script }],
    });
    const [{ value: seen }] = (document.actions as any).javascriptReturns;
    const { agent, touch, width, zone, language, robot } = seen as Record<string, unknown>;
    assert.match(String(agent), /Android.*Mobile/);
    assert.doesNotMatch(String(agent), /Headless/);
    assert.ok(Number(touch) > 0 && Number(width) < 500);
    assert.deepEqual([zone, language, robot], ['Asia/Tokyo', 'ja-JP', false]);
    assert.equal(document.metadata?.['timezone'], 'Asia/Tokyo');
  },

  'a page that was not done in time is not what the next caller gets': async ({ site, client }) => {
    const url = `${site.origin}/waiting`;
    // On a busy machine the page's scripts may be what took the time, which is said in other words.
    const unfinished = /had not shown its content|did not come to an end and were stopped/;
    const first = await client.scrape(url, { timeout: 3_000 });
    assert.match(String(first.warning), unfinished);
    const second = await client.scrape(url, { timeout: 3_000 });
    assert.equal(second.metadata?.cacheState, 'miss');
    assert.match(String(second.warning), unfinished);
  },

  'a page that failed to show its content hides nothing of the next one like it': async ({
    site,
    client,
  }) => {
    const first = await client.scrape(`${site.origin}/story/1`, { formats: ['markdown'] });
    assert.equal(first.markdown, 'Loading…\n');
    assert.match(String(first.warning), /still says that it is loading/);
    assert.equal(first.metadata?.['cachedAt'], undefined);
    const second = await client.scrape(`${site.origin}/story/2`, { formats: ['markdown'] });
    assert.match(second.markdown ?? '', /^# Story two/);
  },

  'the status is that of the real answer': async ({ site, client }) => {
    const { metadata } = await client.scrape(`${site.origin}/gone`, { waitFor: 10 });
    assert.equal(metadata?.statusCode, 404);
  },

  'files and data are not shown to the browser only to be wrapped': async ({ site, service, client }) => {
    const data = await client.scrape(`${site.origin}/data.json`, { waitFor: 10 });
    assert.match(data.markdown ?? '', /"a": 1/);
    const { body } = await service.call('/v2/scrape', { url: `${site.origin}/file.bin`, waitFor: 10 });
    assert.equal(body.code, 'SCRAPE_UNSUPPORTED_FILE_ERROR');
  },

  'a cookie pop-up is out of a whole page, whoever fetched it, unless blockAds is off': async ({
    site,
    client,
  }) => {
    const whole = (options: object) =>
      client.scrape(`${site.origin}/banner`, { onlyMainContent: false, ...options });
    for (const options of [{}, { waitFor: 10 }]) {
      const { markdown = '' } = await whole(options);
      assert.match(markdown, /Shop[\s\S]*# Kettles/);
      assert.doesNotMatch(markdown, /cookies/);
      assert.match((await whole({ ...options, blockAds: false })).markdown ?? '', /We use cookies/);
    }
  },

  'the content type is the one that the site sent, whoever fetched the page': async ({ site, client }) => {
    for (const [path, contentType] of [
      ['/note.txt', 'text/plain'],
      ['/data.json', 'application/json'],
      ['/form', 'text/html; charset=utf-8'],
    ]) {
      const plain = await client.scrape(`${site.origin}${path}`);
      const shown = await client.scrape(`${site.origin}${path}`, { waitFor: 10 });
      assert.deepEqual(
        [plain.metadata?.contentType, shown.metadata?.contentType],
        [contentType, contentType],
      );
    }
  },

  'what only a page has is refused for files and plain text, in the words of what was asked for': async ({
    site,
    service,
    client,
  }) => {
    const asked = [
      [{ formats: ['markdown', 'screenshot'] }, 500, 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
      [{ formats: ['markdown', 'branding'] }, 500, 'SCRAPE_BRANDING_NOT_SUPPORTED'],
      [{ formats: ['markdown', 'video'] }, 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL'],
      [{ formats: ['markdown', 'audio'] }, 500, 'SCRAPE_AUDIO_UNSUPPORTED_URL'],
      [{ actions: [{ type: 'wait', milliseconds: 1 }] }, 400, 'SCRAPE_ACTIONS_NOT_SUPPORTED'],
    ] as const;
    const used = await client.getCreditUsage();
    for (const path of ['/data.json', '/note.txt', '/picture.png', '/paper.pdf']) {
      for (const [options, status, code] of asked) {
        const asksBefore = site.requests.length;
        const answered = await service.call('/v2/scrape', { url: `${site.origin}${path}`, ...options });
        assert.deepEqual([path, answered.status, answered.body.code], [path, status, code]);
        // No browser looks for media in a file.
        if (/VIDEO|AUDIO/.test(code)) assert.equal(site.requests.length, asksBefore + 1, `${path} ${code}`);
      }
    }
    assert.deepEqual(await client.getCreditUsage(), used);
  },

  'a picture is taken of a page that actions leave, not of the file that they lead to': async ({
    site,
    service,
  }) => {
    const { body } = await service.call('/v2/scrape', {
      url: `${site.origin}/to-note`,
      formats: ['screenshot'],
      actions: [
        { type: 'click', selector: 'a' },
        { type: 'wait', milliseconds: 50 },
      ],
    });
    assert.equal(body.code, 'SCRAPE_UNSUPPORTED_FILE_ERROR');
  },

  'addresses that may not be reached stay so in the browser': async ({ service }) => {
    const { status, body } = await service.call('/v2/scrape', { url: 'http://127.0.0.1:1/', waitFor: 10 });
    assert.deepEqual([status, body.code], [403, 'SCRAPE_ADDRESS_NOT_ALLOWED']);
  },

  'branding reads the look of a site': async ({ site, client }) => {
    const { branding } = await client.scrape(`${site.origin}/form`, { formats: ['branding'] });
    assert.ok(branding?.colors);
  },

  'pages of a batch share tabs, and no browser is left when it is idle': async ({
    site,
    service,
    client,
  }) => {
    const urls = Array.from({ length: 8 }, (_, index) => `${site.origin}/app?n=${index}`);
    const job = await client.batchScrape(urls, {
      options: { formats: ['markdown'] },
      pollInterval: 1,
      timeout: 60,
    });
    assert.equal(job.data.length, 8);
    for (const { markdown } of job.data) assert.match(markdown ?? '', /# Items/);
    await eventually(async () => assert.equal(browserProcesses(service), 0));
  },
};

/** A page that has to wait for its place says so, and one that gets none in time. */
export async function testWaitingForPlace(
  site: PagesSite,
  environment: Record<string, string>,
): Promise<void> {
  await using service = await startTestService({
    environment: {
      ...environment,
      DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}`,
      DECANT_BROWSER_PAGES: '1',
    },
  });
  const scrape = (path: string, action: object, timeout: number) =>
    service.call('/v2/scrape', { url: `${site.origin}${path}`, actions: [action], timeout });
  const first = scrape('/held', { type: 'wait', selector: '#end' }, 60_000);
  await site.isHeld;
  const second = scrape('/plain', { type: 'wait', milliseconds: 1 }, 60_000);
  const late = await scrape('/plain', { type: 'wait', milliseconds: 1 }, 2_000);
  site.letGo();
  assert.deepEqual([late.status, late.body.code], [408, 'CONCURRENCY_QUEUE_TIMEOUT']);
  assert.equal((await first).body.data.metadata.concurrencyLimited, false);
  const { metadata } = (await second).body.data;
  assert.ok(
    metadata.concurrencyLimited && metadata.concurrencyQueueDurationMs > 500,
    JSON.stringify(metadata),
  );
}

/** Children of the service that are browsers. */
function browserProcesses({ process: { pid } }: TestService): number {
  try {
    const list = execFileSync('ps', ['--ppid', String(pid), '-o', 'args='], { encoding: 'utf8' });
    return list.split('\n').filter((line) => line.includes('--headless')).length;
  } catch {
    return 0;
  }
}
