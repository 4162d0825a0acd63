import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtempDisposable, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestEgress } from '../../../test/support/open-test-egress.ts';
import { findTestBrowser, TEST_BROWSERS } from '../../../test/support/test-browser.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import type { LeaseRequest, RawTab, Tab, TabEgress, TabLease } from './browser-pool.ts';
import { openBrowserPool } from './open-browser-pool.ts';
import { ProcessGroups } from './process-groups.ts';
import { createLocalBrowserStart } from './start-local-browser.ts';

const MIB = 2 ** 20;
const never = new AbortController().signal;

/** Root's browser runs as another user, who must get there. */
const folder = await mkdtempDisposable(join(tmpdir(), 'decant-pool-'));
await chmod(folder.path, 0o755);
const homes = join(folder.path, 'homes');
await mkdir(homes);
await chmod(homes, 0o755);
after(() => folder[Symbol.asyncDispose]());

// Nothing is unpacked below where it has been before.
await findTestBrowser();
const local = createLocalBrowserStart({
  dataDir: folder.path,
  searchPath: '/usr/bin:/usr/local/bin',
  unpackFolders: [TEST_BROWSERS],
  temporaryFolders: [homes],
  log: silentLog,
});
const skip = process.platform === 'linux' ? ((await local.problem()) ?? false) : 'no Linux';

interface TestTab extends Tab {
  raw: RawTab;
  evaluate(expression: string, timeoutMs?: number): Promise<unknown>;
}

async function evaluate(session: CdpSession, expression: string, timeoutMs = 10_000): Promise<unknown> {
  const { result } = await session.send(
    'Runtime.evaluate',
    { expression, awaitPromise: true, returnByValue: true },
    { timeoutMs },
  );
  return result.value;
}

async function openEgress(): Promise<TabEgress> {
  const house = await openTestEgress();
  return {
    proxyServer: `http://127.0.0.1:${house.port}`,
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

/** Gives a cookie and shows those that it was sent. */
async function openCookieSite(): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(({ headers: { cookie = '' } }, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=1' });
    response.end(`<body>${cookie}</body>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://site.test:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

const request = (more: Partial<LeaseRequest<TestTab>> = {}): LeaseRequest<TestTab> => ({
  hasWebGl: false,
  teamId: '',
  isBackground: false,
  openEgress,
  open: async (raw) => ({
    raw,
    isReusable: true,
    evaluate: (expression, timeoutMs) => evaluate(raw.page.session, expression, timeoutMs),
    [Symbol.asyncDispose]: async () => undefined,
  }),
  ...more,
});

/** Counts the processes of a group; zombies have ended. */
function countProcesses(group: number): number {
  using processes = new ProcessGroups();
  return processes.look(new Set([group])).get(group)?.length ?? 0;
}

/** User and system time of a living group so far, ms. */
function readCpuMs(group: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
      if (Number(fields[2]) === group) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks * 10;
}

async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (!(await isSo()) && performance.now() < giveUpAt) await sleep(10);
  assert.ok(await isSo());
}

describe('browsers of a pool', { skip, timeout: 60_000 }, () => {
  const pool = openBrowserPool({
    ...local,
    limits: { maxPages: 2, idleMs: 60_000, maxRendererBytes: 300 * MIB },
    log: silentLog,
  });
  after(() => pool[Symbol.asyncDispose]());
  const lease = (more?: Partial<LeaseRequest<TestTab>>): Promise<TabLease<TestTab>> =>
    pool.lease(request(more), never);

  test('tabs have nothing in common, unless one is used again', async () => {
    await using site = await openCookieSite();
    const visit = async ({ tab }: TabLease<TestTab>): Promise<unknown> => {
      const { session } = tab.raw.page;
      const loaded = Promise.withResolvers<void>();
      const stop = session.on('Page.loadEventFired', () => loaded.resolve());
      await session.send('Page.enable');
      const { errorText } = await session.send('Page.navigate', { url: site.url });
      assert.equal(errorText, undefined);
      await loaded.promise;
      stop();
      return tab.evaluate('document.body.textContent');
    };
    const first = await lease({ reuseKey: 'a' });
    assert.deepEqual([await visit(first), await visit(first)], ['', 'seen=1']);
    await using second = await lease();
    assert.equal(await visit(second), '');
    await first[Symbol.asyncDispose]();
    await using again = await lease({ reuseKey: 'a' });
    assert.deepEqual([again.isReused, again.tab], [true, first.tab]);
    assert.equal(await visit(again), 'seen=1');
    assert.equal(pool.stats().browsers, 1);
    assert.ok(pool.stats().residentBytes > 50 * MIB);
  });

  test('the place of a page that hangs is free at once, and its processor time a moment later', async (t) => {
    const hung = await Promise.all([lease(), lease()]);
    const { browser } = hung[0].tab.raw;
    await Promise.all(
      hung.map(({ tab }) => assert.rejects(tab.evaluate('for (;;);', 100), { failure: 'timeout' })),
    );
    const waiting = lease();
    const from = performance.now();
    await Promise.all(hung.map((each) => each[Symbol.asyncDispose]()));
    await using next = await waiting;
    assert.equal(await next.tab.evaluate('1 + 1'), 2);
    t.diagnostic(`the next page answers after ${(performance.now() - from).toFixed(0)} ms`);
    await waitUntil(async () => {
      const before = readCpuMs(browser.processId);
      await sleep(200);
      return readCpuMs(browser.processId) - before < 100;
    });
    assert.equal(next.tab.raw.browser, browser);
  });

  test('a page that eats memory crashes, and no other', async (t) => {
    await using bystander = await lease();
    await bystander.tab.evaluate('globalThis.mark = 1');
    const bomb = await lease();
    const { session } = bomb.tab.raw.page;
    const crashed = Promise.withResolvers<void>();
    session.on('Inspector.targetCrashed', () => crashed.resolve());
    await session.send('Inspector.enable');
    const before = pool.stats().killedProcesses;
    const from = performance.now();
    const exploding = bomb.tab
      .evaluate('globalThis.kept = []; for (;;) kept.push(new Uint8Array(10_000_000).fill(1))')
      .catch(() => undefined);
    await crashed.promise;
    t.diagnostic(`crashed after ${(performance.now() - from).toFixed(0)} ms`);
    assert.equal(pool.stats().killedProcesses, before + 1);
    t.diagnostic(`${Math.round(pool.stats().residentBytes / MIB)} MiB in all`);
    await bomb[Symbol.asyncDispose]();
    await exploding;
    assert.equal(await bystander.tab.evaluate('globalThis.mark'), 1);
    await using next = await lease();
    assert.equal(await next.tab.evaluate('1 + 1'), 2);
    assert.equal(next.tab.raw.browser, bystander.tab.raw.browser);
  });

  test('a tab whose page crashed between two visits is not used again', async () => {
    // The memory watch has to see first that what the test before has ended is gone.
    await sleep(400);
    const first = await lease({ reuseKey: 'crash' });
    const { context, page } = first.tab.raw;
    await first[Symbol.asyncDispose]();
    assert.equal(pool.stats().keptTabs, 1);
    const crashed = new Promise((resolve) => void page.session.on('Inspector.targetCrashed', resolve));
    page.session.send('Page.crash').catch(() => undefined);
    await crashed;
    await using next = await lease({ reuseKey: 'crash' });
    assert.equal(next.isReused, false);
    assert.notEqual(next.tab.raw.context.id, context.id);
  });

  test('a tab is used again only if its page let it go', async () => {
    await sleep(400);
    await using site = await openCookieSite();
    for (const [event, isReused] of [
      ['message', true],
      ['beforeunload', false],
      ['pagehide', false],
      ['unload', false],
    ] as const) {
      const first = await lease({ reuseKey: event });
      const { session } = first.tab.raw.page;
      await session.send('Page.navigate', { url: site.url });
      await first.tab.evaluate(`addEventListener('${event}', () => { for (;;); }); 1`);
      await first[Symbol.asyncDispose]();
      // A visit that comes at once takes the tab from where it is.
      await sleep(200);
      await using next = await lease({ reuseKey: event });
      assert.equal(next.isReused, isReused, event);
      assert.equal(await next.tab.evaluate('location.href', 1_000), 'about:blank');
    }
  });

  test('a browser that is killed is replaced for the next lease', async (t) => {
    const lost = await lease();
    const { browser } = lost.tab.raw;
    const pending = assert.rejects(lost.tab.evaluate('new Promise(() => {})'), { failure: 'closed' });
    const from = performance.now();
    process.kill(browser.processId, 'SIGKILL');
    await pending;
    await lost[Symbol.asyncDispose]();
    await using next = await lease();
    assert.equal(await next.tab.evaluate('1 + 1'), 2);
    t.diagnostic(`next page after ${(performance.now() - from).toFixed(0)} ms`);
    assert.notEqual(next.tab.raw.browser, browser);
    await waitUntil(() => countProcesses(browser.processId) === 0);
  });

  test('a browser that does not answer is killed, and its place is free before', async () => {
    const stuck = await lease();
    const { browser } = stuck.tab.raw;
    process.kill(browser.processId, 'SIGSTOP');
    const order: string[] = [];
    const exited = browser.exited.then(() => order.push('the browser is killed'));
    await stuck[Symbol.asyncDispose]();
    order.unshift(`its place is free ${order.length === 0 ? 'before' : 'after'}`);
    await exited;
    assert.deepEqual(order, ['its place is free before', 'the browser is killed']);
    await waitUntil(() => countProcesses(browser.processId) === 0);
    await using next = await lease();
    assert.equal(await next.tab.evaluate('1 + 1'), 2);
  });
});

describe('a browser that nobody uses', { skip, timeout: 30_000 }, () => {
  test('goes, and leaves no process and no folder behind', async () => {
    const others = new Set(await readdir(homes));
    await using pool = openBrowserPool({ ...local, limits: { maxPages: 1, idleMs: 300 }, log: silentLog });
    let group = 0;
    {
      await using used = await pool.lease(request({ reuseKey: 'a' }), never);
      group = used.tab.raw.browser.processId;
      assert.ok(countProcesses(group) > 2);
    }
    assert.deepEqual([pool.stats().browsers, pool.stats().keptTabs], [1, 1]);
    await waitUntil(() => pool.stats().browsers === 0);
    await waitUntil(() => countProcesses(group) === 0);
    assert.deepEqual(
      (await readdir(homes)).filter((name) => !others.has(name)),
      [],
    );
    assert.deepEqual(pool.stats().residentBytes, 0);
  });
});
