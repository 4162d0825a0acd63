import assert from 'node:assert/strict';
import { chmod, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import { eventually } from '../support/eventually.ts';
import { openLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { openTestScraper } from '../support/open-test-scraper.ts';
import {
  PAGE_TESTS,
  startPagesSite,
  testWaitingForPlace,
  type PagesSite,
} from '../support/pages-in-browser.ts';
import { awaitJob, startJob } from '../support/run-job.ts';
import { runCliCalls } from '../support/run-cli.ts';
import { startCli, type StartedCli } from '../support/start-cli.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';

interface Role extends StartedCli {
  url: string;
}

const folder = await mkdtempDisposable(join(tmpdir(), 'decant-tier-'));
await chmod(folder.path, 0o755);
after(() => folder[Symbol.asyncDispose]());

async function startRole(environment: Record<string, string>): Promise<Role> {
  const role = startCli(['serve', '--role', 'browser'], {
    PORT: '0',
    DECANT_DATA_DIR: folder.path,
    DECANT_BROWSER_TOKEN: TOKEN,
    ...environment,
  });
  let url: string | undefined;
  await eventually(async () => {
    url = /Address +(ws:\S+)[\s\S]*DECANT_BROWSER_URL=/.exec(role.stdout())?.[1];
    assert.ok(url, role.stderr());
  });
  return { ...role, url: url ?? '' };
}

describe('the browser role', { skip: process.platform !== 'linux' && 'no bundled browser here' }, () => {
  let secret: LoopbackSite;
  let site: LoopbackSite;
  let pages: PagesSite;
  let role: Role;
  let service: TestService;

  const elsewhere = () => ({ DECANT_BROWSER_URL: role.url, DECANT_BROWSER_TOKEN: TOKEN });

  before(async () => {
    secret = await openLoopbackSite((_request, response) => response.end('secret'));
    site = await startTestSite({
      '/app': '<div id="root"></div><script>root.innerHTML = "<h1>Made by a script</h1>"</script>',
      '/thief': `<h1>Thief</h1><img src="http://127.0.0.1:${secret.port}/"><iframe src="http://[::ffff:127.0.0.1]:${secret.port}/"></iframe><script>fetch("http://127.0.0.1:${secret.port}/", { mode: "no-cors" }).catch(() => {}); new WebSocket("ws://127.0.0.1:${secret.port}/")</script>`,
      '/led': `<h1>Led</h1><script>location = "http://127.0.0.1:${secret.port}/"</script>`,
      '/endless': '<h1>Endless</h1><script>setInterval(() => fetch("/tick?" + Math.random()), 100)</script>',
      '/tick': (_request, response) => response.end('1'),
    });
    pages = await startPagesSite();
    role = await startRole({
      DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port},127.0.0.1:${pages.port}`,
      DECANT_BROWSER_PAGES: '3',
    });
    service = await startTestService({
      environment: {
        // The guard beside the browser is what holds for what a page asks for.
        DECANT_ALLOW_ADDRESSES: [site, pages, secret].map(({ port }) => `127.0.0.1:${port}`).join(),
        DECANT_BROWSER_IDLE_SECONDS: '2',
        ...elsewhere(),
      },
    });
  });

  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await role?.[Symbol.asyncDispose]();
    await pages?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
    await secret?.[Symbol.asyncDispose]();
  });

  test('show pages, and are told of at start', async () => {
    const { body } = await service.call('/v2/scrape', { url: `${site.origin}/app`, waitFor: 10 });
    assert.match(body.data?.markdown ?? body.error, /# Made by a script/);
    assert.match(service.logs(), /are ours and have a guard of their own/);
    assert.doesNotMatch(service.logs() + role.stderr(), new RegExp(TOKEN));
    assert.match(role.stderr(), /a browser has started/);
    const { body: deep } = await service.call('/health/ready?deep=1');
    assert.equal(deep.checks?.browser, 'ok', JSON.stringify(deep));
  });

  describe('what holds for our own browsers holds for those of another process', () => {
    for (const [name, holds] of Object.entries(PAGE_TESTS)) {
      test(name, () =>
        holds({ site: pages, service, client: new Firecrawl({ apiKey: service.key, apiUrl: service.url }) }),
      );
    }

    test('a page that has to wait for its place says so, and one that gets none in time', () =>
      testWaitingForPlace(pages, elsewhere()));
  });

  test('reach nothing that their own guard does not allow', async () => {
    const { body } = await service.call('/v2/scrape', { url: `${site.origin}/thief`, waitFor: 500 });
    assert.match(body.data?.markdown ?? body.error, /# Thief/);
    const direct = await service.call('/v2/scrape', { url: `${secret.origin}/`, waitFor: 10 });
    assert.deepEqual([direct.status, direct.body.code], [403, 'SCRAPE_ADDRESS_NOT_ALLOWED']);
    for (const wish of [
      { formats: ['markdown'] },
      { formats: ['screenshot'] },
      { formats: ['branding'] },
      { actions: [{ type: 'wait', milliseconds: 10 }] },
    ]) {
      const led = await service.call('/v2/scrape', { url: `${site.origin}/led`, waitFor: 500, ...wish });
      assert.deepEqual(
        [led.status, led.body.code],
        [403, 'SCRAPE_ADDRESS_NOT_ALLOWED'],
        JSON.stringify(wish),
      );
    }
    assert.equal(secret.sockets.length, 0);
  });

  test('may go away in the middle of a page', async () => {
    const scrape = service.call('/v2/scrape', {
      url: `${site.origin}/endless`,
      waitFor: 20_000,
      timeout: 60_000,
    });
    await eventually(async () => assert.ok(site.requests.some(({ url }) => url?.startsWith('/tick'))));
    role.kill('SIGKILL');
    const { status, body } = await scrape;
    assert.equal(status, 503);
    assert.match(body.error, /The browser of DECANT_BROWSER_URL does not answer/);
    await role.ended;
  });

  test('are waited for by the pages of jobs while they are away, and come back', async () => {
    const urls = [`${site.origin}/app?batch`];
    const jobs = [
      ['crawl', await startJob(service, 'crawl', { url: `${site.origin}/app?crawl`, limit: 1 })],
      ['batch/scrape', await startJob(service, 'batch/scrape', { urls, waitFor: 10 })],
    ] as const;
    // Each try begins with a plain request.
    const tries = (): number => site.requests.filter(({ url }) => url === '/app?crawl').length;
    await eventually(async () => assert.ok(tries() > 1, String(tries())));
    role = await startRole({
      DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}`,
      PORT: new URL(role.url).port,
    });
    for (const [path, id] of jobs) {
      const { status, documents, errors } = await awaitJob(service, path, id);
      assert.deepEqual([status['status'], status['creditsUsed'], errors], ['completed', 1, []]);
      assert.match(documents[0].markdown, /# Made by a script/);
    }
    const again = await service.call('/v2/scrape', { url: `${site.origin}/app?again`, waitFor: 10 });
    assert.match(again.body.data?.markdown ?? again.body.error, /# Made by a script/);
  });

  test('are refused to who does not know the token, in so many words', async () => {
    await using stranger = await openTestScraper({
      environment: { ...elsewhere(), DECANT_BROWSER_TOKEN: 'not-the-right-token' },
    });
    assert.ok(stranger);
    await assert.rejects(
      stranger.checkAvailability({ url: 'https://example.com/', formats: ['screenshot'] }),
      { code: 'FEATURE_NOT_AVAILABLE', message: /DECANT_BROWSER_TOKEN/ },
    );
    const settings = { DECANT_DATA_DIR: folder.path, PORT: '0' };
    const [doctor, bare] = await runCliCalls(
      [{ args: ['doctor'], environment: elsewhere() }, { args: ['serve', '--role', 'browser'] }],
      settings,
    );
    assert.match(doctor!.stdout, /Browser +ok +The browsers of DECANT_BROWSER_URL are ours/);
    assert.notEqual(bare!.code, 0);
    assert.match(bare!.stderr, /set DECANT_BROWSER_TOKEN here and there/);
  });

  test('end with their process, which leaves nothing behind', async () => {
    await service.call('/v2/scrape', { url: `${site.origin}/app?last`, waitFor: 10 });
    const pids = Array.from(
      role.stderr().matchAll(/a browser has started.*?"pid":(\d+)|"pid":(\d+).*?a browser has started/g),
    ).map(([, after_, before_]) => Number(after_ ?? before_));
    assert.ok(pids.length > 0);
    role.kill('SIGTERM');
    assert.equal(await role.ended, 0);
    for (const pid of pids) assert.throws(() => process.kill(pid, 0));
  });
});
