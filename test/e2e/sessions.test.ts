import assert from 'node:assert/strict';
import { on } from 'node:events';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { connect as connectPuppeteer } from 'puppeteer-core';
import { Firecrawl } from 'firecrawl';
import { WebSocket } from 'ws';
import { addTestTeam } from '../support/add-test-team.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { runJob } from '../support/run-job.ts';
import { creditsOfCode } from '../support/session-credits.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { createCall, type CalledService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';

const UNKNOWN = '0190aaaa-1111-7222-8333-444455556666';

/** A shop whose page remembers what was done to it. */
const SHOP = `<!doctype html><title>Shop</title><main><h1>Shoes</h1>
<p>A pair of shoes for everyone who walks a lot, in the rain and in the sun.</p>
<button id="buy" onclick="this.textContent='bought ' + (++window.count)">Buy</button>
<input id="name" aria-label="Name"></main><script>window.count = 0</script>`;

describe('browser sessions', { concurrency: true }, () => {
  let site: LoopbackSite;
  let service: CalledService;

  before(async () => {
    const login = answer(SHOP, { 'set-cookie': 'user=ada; Max-Age=600' });
    site = await startTestSite({ '/': SHOP, '/login': login });
    service = await shareTestService();
  });
  after(() => site?.[Symbol.asyncDispose]());

  const origin = () => `http://127.0.0.1:${site.port}`;

  async function scrape(options: object = {}): Promise<string> {
    const { status, body } = await service.call('/v2/scrape', { url: `${origin()}/`, ...options });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.metadata.scrapeId;
  }

  const endInteract = (id: string) =>
    service.call(`/v2/scrape/${id}/interact`, undefined, { method: 'DELETE' });

  test('code goes on in the page of a scrape, in three languages, and finds what was left', async () => {
    const id = await scrape({ actions: [{ type: 'click', selector: '#buy' }] });
    const interact = (body: object) => service.call(`/v2/scrape/${id}/interact`, body);
    const first = await interact({ code: 'const seen = await page.textContent("#buy"); seen' });
    assert.equal(first.status, 200, JSON.stringify(first.body));
    const { success, result, stdout, stderr, exitCode, killed, error, sessionId } = first.body;
    assert.deepEqual(
      { success, result, stdout, stderr, exitCode, killed, error },
      {
        success: true,
        result: 'bought 1',
        stdout: '',
        stderr: '',
        exitCode: 0,
        killed: false,
        error: undefined,
      },
    );
    const second = await interact({
      code: 'console.log(seen); await page.click("#buy"); 42',
      origin: 'x',
      more: 1,
    });
    assert.deepEqual(
      [second.body.stdout, second.body.result, second.body.sessionId],
      ['bought 1\n', '42', sessionId],
    );
    const atOnce = await Promise.all(
      ['1', '2', '3'].map((n) => interact({ code: `console.log(${n}); ${n}`, timeout: 60 })),
    );
    assert.deepEqual(
      atOnce.map(({ body }) => [body.stdout, body.result]),
      ['1', '2', '3'].map((n) => [`${n}\n`, n]),
    );
    const python = await interact({ code: 'print(page.locator("#buy").inner_text())', language: 'python' });
    assert.equal(python.body.stdout, 'bought 2\n', JSON.stringify(python.body));
    const bash = await interact({ code: 'agent-browser snapshot -i', language: 'bash' });
    assert.match(bash.body.stdout, /button "bought 2"/);
    const markdown = await interact({ code: 'scrape', language: 'bash' });
    assert.match(markdown.body.stdout, /^# Shoes\n/);
    const wrong = await interact({ code: 'throw new Error("no shoes")' });
    assert.equal(wrong.status, 200);
    assert.deepEqual([wrong.body.success, wrong.body.exitCode], [false, 1]);
    assert.match(wrong.body.error, /no shoes/);
    const late = await interact({ code: 'for (;;);', timeout: 1 });
    assert.deepEqual([late.status, late.body.success, late.body.killed], [200, false, true]);
    assert.equal((await interact({ code: 'await page.textContent("#buy")' })).body.result, 'bought 2');
    const ended = await endInteract(id);
    assert.deepEqual(
      [ended.status, ended.body.success, ended.body.creditsBilled],
      [200, true, creditsOfCode(ended.body)],
    );
    assert.deepEqual((await endInteract(id)).body, ended.body);
    const over = await interact({ code: '1' });
    assert.deepEqual([over.status, over.body.code], [410, 'SESSION_DESTROYED']);
  });

  test('a page of a crawl and of a batch is gone on with as the job has scraped it', async () => {
    const scrapeOptions = { actions: [{ type: 'click', selector: '#buy' }], maxAge: 0 };
    const jobs = [
      await runJob(service, 'crawl', { url: `${origin()}/`, limit: 1, scrapeOptions }),
      await runJob(service, 'batch/scrape', { urls: [`${origin()}/`], ...scrapeOptions }),
    ];
    for (const { documents } of jobs) {
      const id = documents[0].metadata.scrapeId;
      const seen = await service.call(`/v2/scrape/${id}/interact`, {
        code: 'await page.textContent("#buy")',
      });
      assert.equal(seen.body.result, 'bought 1', JSON.stringify(seen.body));
      await endInteract(id);
    }
  });

  test('what is wrong with a call is said before anything is started', async () => {
    const id = await scrape();
    const path = `/v2/scrape/${id}/interact`;
    const statusOf = async (of: string, body: object) => (await service.call(of, body)).status;
    assert.equal(await statusOf(path, {}), 400);
    assert.equal(await statusOf(path, { code: '1', prompt: 'x' }), 400);
    assert.equal(await statusOf(path, { code: '' }), 400);
    assert.equal(await statusOf(path, { code: '1', timeout: 301 }), 400);
    assert.equal(await statusOf(path, { code: '1', language: 'ruby' }), 400);
    assert.equal(await statusOf(path, { code: '1', ttl: 10 }), 400);
    assert.equal(await statusOf('/v2/scrape/nothing/interact', { code: '1' }), 400);
    assert.equal(await statusOf(`/v2/scrape/${UNKNOWN}/interact`, { code: '1' }), 404);
    assert.equal((await endInteract(UNKNOWN)).status, 404);
    assert.equal((await endInteract(id)).status, 404);
    const prompt = await service.call(path, { prompt: 'buy', language: 'node' });
    assert.equal(prompt.status, 503);
    assert.match(prompt.body.error, /DECANT_LLM_BASE_URL/);
    const other = await addTestTeam({ dataDir: service.dataDir }, {});
    const stranger = createCall(service.url, other.key);
    assert.equal((await stranger(path, { code: '1' })).status, 403);
    assert.equal((await stranger(path, undefined, { method: 'DELETE' })).status, 403);
    const secret = await scrape({ zeroDataRetention: true });
    const kept = await service.call(`/v2/scrape/${secret}/interact`, { code: '1' });
    assert.deepEqual([kept.status, kept.body.code], [409, 'CONFLICT']);
    assert.match(kept.body.error, /zero data retention/);
    assert.deepEqual((await service.call('/v2/browser')).body.sessions.filter(isOf([id, secret])), []);
  });

  test('a session by itself is opened, used, listed and ended; drivers join it', async () => {
    const { status, body } = await service.call('/v2/browser', {
      ttl: 60,
      activityTtl: 30,
      recordSession: true,
    });
    assert.equal(status, 200, JSON.stringify(body));
    const { id, cdpUrl, expiresAt } = body;
    assert.ok(Date.parse(expiresAt) <= Date.now() + 60_000);
    const execute = (more: object) => service.call(`/v2/browser/${id}/execute`, more);
    const opened = await execute({ code: `open ${origin()}/`, language: 'bash' });
    assert.deepEqual([opened.body.success, opened.body.exitCode], [true, 0], JSON.stringify(opened.body));
    const failing = await execute({ code: 'process.exit(3)' });
    assert.deepEqual([failing.status, failing.body.success, failing.body.exitCode], [200, true, 3]);
    const driver = await chromium.connectOverCDP(cdpUrl);
    const page = driver.contexts()[0]?.pages()[0];
    assert.equal(await page?.title(), 'Shop');
    await page?.click('#buy');
    await driver.close();
    const puppeteer = await connectPuppeteer({ browserWSEndpoint: cdpUrl });
    const [shown] = await puppeteer.pages();
    assert.equal(await shown?.$eval('#buy', (button) => button.textContent), 'bought 1');
    await puppeteer.disconnect();
    const view = await fetch(body.liveViewUrl);
    assert.deepEqual([view.status, view.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    assert.match(await firstNewsOf(body.interactiveLiveViewUrl), /Shop/);
    const { body: list } = await service.call('/v2/interact?status=active');
    const listed = list.sessions.find(isOf([id]));
    assert.deepEqual([listed.status, listed.streamWebView], ['active', true]);
    assert.ok(Date.parse(listed.lastActivity) >= Date.parse(listed.createdAt));
    assert.equal((await service.call('/v2/browser?status=gone')).status, 400);
    const other = createCall(service.url, (await addTestTeam({ dataDir: service.dataDir }, {})).key);
    assert.equal((await other(`/v2/browser/${id}/execute`, { code: '1' })).status, 403);
    assert.equal((await other(`/v2/browser/${id}`, undefined, { method: 'DELETE' })).status, 403);
    const ended = await service.call('/v2/interact', { id }, { method: 'DELETE' });
    assert.deepEqual(
      [ended.status, ended.body.success, ended.body.status, ended.body.creditsBilled],
      [200, true, 'destroyed', creditsOfCode(ended.body)],
    );
    const again = await service.call(`/v2/browser/${id}`, undefined, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual(again.body, ended.body);
    assert.equal((await execute({ code: '1' })).status, 410);
    assert.equal((await service.call(`/v2/browser/${UNKNOWN}/execute`, { code: '1' })).status, 404);
    await assert.rejects(chromium.connectOverCDP(cdpUrl), /410/);
    const { body: activity } = await service.call('/v2/team/activity?endpoint=browser');
    assert.ok(activity.data.some(isOf([id])));
  });

  test('a profile is there when a session begins, is saved when it ends, and has one writer', async () => {
    const profile = { name: 'shop' };
    const first = await service.call('/v2/browser', { profile });
    assert.equal(first.status, 200, JSON.stringify(first.body));
    const driver = await chromium.connectOverCDP(first.body.cdpUrl);
    const page = driver.contexts()[0]?.pages()[0];
    await page?.goto(`${origin()}/login`);
    await page?.evaluate("localStorage.setItem('size', '43')");
    await driver.close();
    const second = await service.call('/v2/browser', { profile });
    assert.deepEqual([second.status, second.body.code], [409, 'CONFLICT']);
    await service.call(`/v2/browser/${first.body.id}`, undefined, { method: 'DELETE' });
    const id = await scrape({ profile });
    const seen = await service.call(`/v2/scrape/${id}/interact`, {
      code: 'await page.evaluate(() => document.cookie + " " + localStorage.getItem("size"))',
    });
    assert.equal(seen.body.result, 'user=ada 43', JSON.stringify(seen.body));
    await endInteract(id);
  });

  test('credits: 402 before anything is started', async () => {
    const { key } = await addTestTeam({ dataDir: service.dataDir }, { creditsGranted: 1 });
    const { status, body } = await createCall(service.url, key)('/v2/browser', {});
    assert.deepEqual([status, body.code], [402, 'PAYMENT_REQUIRED']);
  });

  async function runExamples(id: string): Promise<void> {
    const text = await readFile(new URL('../../docs/sessions.md', import.meta.url), 'utf8');
    const outputs = {
      node: /^Shoes\nShop$/,
      python: /^Shoes\nShop\n$/,
      bash: /button "Buy"[^]*\nSHOP\n# Shoes\n$/,
    };
    for (const [language, output] of Object.entries(outputs)) {
      const [, section = ''] = text.split(`### ${language}\n`);
      const [, code = ''] = /```\w+\n([^]*?)```/.exec(section) ?? [];
      const { body } = await service.call(`/v2/scrape/${id}/interact`, { language, code });
      assert.deepEqual([body.success, body.stderr], [true, ''], JSON.stringify(body));
      assert.match(body.stdout + body.result, output);
    }
  }

  test('SDK: interact, stopInteraction, browser, browserExecute, listBrowsers, deleteBrowser; the examples of the documentation run', async () => {
    const client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
    const { metadata } = await client.scrape(`${origin()}/`, { formats: ['markdown'] });
    const scrapeId = metadata!.scrapeId!;
    const run = await client.interact(scrapeId, { code: 'await page.title()' });
    assert.deepEqual([run.success, run.result, run.exitCode], [true, 'Shop', 0]);
    assert.ok(run.liveViewUrl);
    await runExamples(scrapeId);
    assert.equal((await client.stopInteraction(scrapeId)).success, true);
    const session = await client.browser({ ttl: 60 });
    const id = session.id!;
    const done = await client.browserExecute(id, { code: `agent-browser open ${origin()}/` });
    assert.deepEqual([done.success, done.exitCode], [true, 0]);
    const { sessions } = await client.listBrowsers({ status: 'active' });
    assert.ok(sessions?.some((each) => each.id === id));
    const { success, creditsBilled, sessionDurationMs } = await client.deleteBrowser(id);
    assert.deepEqual([success, creditsBilled], [true, creditsOfCode({ sessionDurationMs })]);
  });
});

/** The first message that a viewer gets which names a page. */
async function firstNewsOf(liveUrl: string): Promise<string> {
  const socket = new WebSocket(liveUrl.replace(/^http/, 'ws'));
  try {
    for await (const [message, isBinary] of on(socket, 'message')) {
      const text = isBinary ? '' : String(message);
      if (text.includes('Shop')) return text;
    }
    return '';
  } finally {
    socket.terminate();
  }
}

function isOf(ids: readonly string[]): (session: { id: string }) => boolean {
  return ({ id }) => ids.includes(id);
}
