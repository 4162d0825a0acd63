import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { LoopbackSite } from '../../../test/support/loopback-site.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { shareTestBrowser } from '../../../test/support/share-test-browser.ts';
import { startTestSite, type TestPage } from '../../../test/support/test-site.ts';
import { useAgain } from '../../../test/support/use-again.ts';
import { FINAL_AT, WAIT_PAGES, type WaitPage } from '../../../test/support/wait-pages.ts';
import { capture } from './capture.ts';
import { goTo } from './go-to.ts';
import { PageCrash, type LivePage } from './live-page.ts';
import { settle, type Settled } from './settle.ts';

const house = await shareTestBrowser();
const openTab = useAgain(() => house!.openPage());
after(() => house?.[Symbol.asyncDispose]());
const skip = house === undefined && 'no browser can be had here';
const MOST_MS = 15_000;
/** Pages at once; more of them wait for the processor rather than for their content. */
const AT_ONCE = 4;

async function visit(
  address: string,
  { maxMs = MOST_MS, ...more }: { maxMs?: number; answerMs?: number } = {},
  openPage = house!.openPage,
): Promise<{ live: LivePage; settled: Settled; text: string; settledAt: number }> {
  const live = await openPage();
  const signal = AbortSignal.timeout(100_000);
  await goTo(live, address, { signal, timeoutMs: 10_000 });
  const settled = await settle(live, { signal, maxMs, ...more });
  const settledAt = performance.timeOrigin + performance.now();
  const { html } = await capture(live, { signal, timeoutMs: 30_000 });
  return { live, settled, settledAt, text: html.replaceAll(/<script[^]*?<\/script>/g, '') };
}

describe('settle', { skip }, () => {
  let site: LoopbackSite;
  const wastes: number[] = [];

  before(async () => {
    site = await startTestSite(Object.assign({}, ...WAIT_PAGES.map((page) => page.site)));
  });
  after(() => site[Symbol.asyncDispose]());

  async function check({ content, before: earlier, site: pages }: WaitPage): Promise<void> {
    // A service worker stays in its context.
    const openPage = '/sw.js' in pages ? house!.openPage : openTab;
    const { live, settled, settledAt, text } = await visit(site.origin + Object.keys(pages)[0], {}, openPage);
    await using _leaving = live;
    assert.ok(text.includes(content), text);
    if (earlier !== undefined) assert.ok(!text.includes(earlier), text);
    assert.equal(settled.end, 'quiet');
    const wasteMs = settledAt - (await live.evaluate<number>(FINAL_AT));
    wastes.push(wasteMs);
  }

  describe('waits for the content and not much longer', { concurrency: AT_ONCE }, () => {
    for (const page of WAIT_PAGES) test(page.name, () => check(page));
  });

  test('half of the pages cost little', () => {
    assert.equal(wastes.length, WAIT_PAGES.length);
    const median = wastes.toSorted((one, other) => one - other)[wastes.length >> 1]!;
    // A quarter of a second on a quiet machine: the exact figure is for the bench.
    assert.ok(median < MOST_MS / 3, `${median} ms`);
  });
});

describe('settle on a page of frames', { skip }, () => {
  test('every frame that begins is parsed when the wait ends', async () => {
    // So few words that the frames are waited for as long as any page is.
    const framed = `<p>page</p>${'<iframe srcdoc="<p>a</p>"></iframe><iframe src="/inner"></iframe>'.repeat(20)}`;
    await using site = await startTestSite({ '/': framed, '/inner': '<p>b</p>' });
    await using live = await house!.openPage();
    const [begun, parsed] = [new Set<string>(), new Set<string>()];
    live.session.on('Page.frameStartedLoading', ({ frameId }) => void begun.add(frameId));
    live.session.on('Page.lifecycleEvent', ({ frameId, name }) => {
      if (name === 'DOMContentLoaded' && begun.has(frameId)) parsed.add(frameId);
    });
    const signal = AbortSignal.timeout(100_000);
    await goTo(live, `${site.origin}/`, { signal, timeoutMs: 10_000 });
    await settle(live, { signal, maxMs: MOST_MS });
    // The page itself is one.
    assert.deepEqual([begun.size, parsed.size], [41, 41]);
  });
});

const TEXT = `<p>${'Some words of text that are shown. '.repeat(10)}</p>`;

const endless: TestPage = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).write(TEXT);
  const writing = setInterval(() => response.write('<p>and more text here</p>'), 50);
  response.on('close', () => clearInterval(writing));
};

/** Leads on before its text has come: the text is the last that is sent. */
const hasty: TestPage = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write('<script>setTimeout(() => location.reload(), 600)</script>');
  const writing = setTimeout(() => response.end(TEXT), 300);
  response.on('close', () => clearTimeout(writing));
};

/** Longer than a page that reloads itself needs for more documents than are waited for, on a busy machine. */
const LONG_MS = 50_000;
/** A page with much to do does not hang, however slow the machine is. */
const PATIENT = { maxMs: LONG_MS, answerMs: LONG_MS };
/** Less than a page is given in service: one that never answers takes a processor for itself until it is stopped. */
const IMPATIENT = { maxMs: LONG_MS, answerMs: 1_000 };

/** At once; each costs three milliseconds. */
const REQUESTS = pickSize(300, 3_000);

/** How the wait must end, and how often the page may be asked for until then. */
const HOSTILE: Readonly<
  Record<
    string,
    { page: TestPage; end: Settled['end']; wait?: { maxMs?: number; answerMs?: number }; asked?: number }
  >
> = {
  loop: { page: `${TEXT}<script>while (true);</script>`, end: 'stopped', wait: IMPATIENT },
  'loop-again': {
    page: `${TEXT}<script>setInterval(() => { while (true); }, 10)</script>`,
    end: 'stopped',
    wait: IMPATIENT,
  },
  dialogs: { page: `${TEXT}<script>while (true) alert(1)</script>`, end: 'stopped', wait: IMPATIENT },
  'endless-stream': { page: endless, end: 'time', wait: { maxMs: 4_000 } },
  'going-round': {
    page: `${TEXT}<script>setTimeout(() => location.reload(), 30)</script>`,
    end: 'stopped',
    wait: { maxMs: LONG_MS },
  },
  'going-round-hastily': { page: hasty, end: 'stopped', wait: { maxMs: LONG_MS } },
  'reloads-itself': { page: `<meta http-equiv="refresh" content="4">${TEXT}`, end: 'quiet', asked: 1 },
  'all-new': {
    page: `${TEXT}<script>setInterval(() => { document.body.innerHTML = '<p>' + Math.random() + '</p>'.repeat(500) }, 1)</script>`,
    end: 'quiet',
  },
  'many-requests': {
    page: `${TEXT}<script>for (let item = 0; item < ${REQUESTS}; item++) fetch('/item/' + item)</script>`,
    end: 'quiet',
    wait: PATIENT,
  },
};

describe('settle on hostile pages', { skip, concurrency: 2 }, () => {
  let site: LoopbackSite;

  before(async () => {
    const pages = Object.entries(HOSTILE).map(([name, { page }]) => [`/${name}`, page] as const);
    site = await startTestSite({ ...Object.fromEntries(pages), '*': '-', '/crash': '-' });
  });
  after(() => site[Symbol.asyncDispose]());

  for (const [name, { end, wait, asked }] of Object.entries(HOSTILE)) {
    test(`${name}: ${end}`, async () => {
      const { live, settled, text } = await visit(`${site.origin}/${name}`, wait);
      await using _leaving = live;
      assert.equal(settled.end, end);
      const requests = site.requests.filter(({ url }) => url === `/${name}`);
      if (asked !== undefined) assert.equal(requests.length, asked);
      if (name !== 'all-new') assert.ok(text.includes('Some words'), text);
      assert.equal(live.isReusable, end !== 'stopped');
    });
  }

  test('a crash ends the wait at once', async () => {
    await using live = await house!.openPage();
    const signal = AbortSignal.timeout(20_000);
    await goTo(live, `${site.origin}/loop`, { signal, timeoutMs: 10_000 });
    const waiting = settle(live, { signal, maxMs: 10_000 });
    live.session.send('Page.crash').catch(() => undefined);
    await assert.rejects(waiting, PageCrash);
  });

  test('so does the signal', async () => {
    await using live = await house!.openPage();
    const signal = AbortSignal.timeout(20_000);
    await goTo(live, `${site.origin}/loop`, { signal, timeoutMs: 10_000 });
    const enough = new AbortController();
    const waiting = settle(live, { signal: enough.signal, maxMs: 10_000 });
    const reason = new Error('enough');
    enough.abort(reason);
    await assert.rejects(waiting, reason);
  });
});
