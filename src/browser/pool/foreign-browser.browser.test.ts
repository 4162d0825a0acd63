import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { killGroup } from '../../../test/support/kill-group.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { openLoopbackSite } from '../../../test/support/loopback-site.ts';
import { openTestOutbound } from '../../../test/support/page-request.ts';
import { findTestBrowser, type TestBrowser } from '../../../test/support/test-browser.ts';
import { startTestSite } from '../../../test/support/test-site.ts';
import { silentLog } from '../../lib/log/log.ts';
import { createAddressGuard } from '../../net/guard/address-guard.ts';
import { createAllowList } from '../../net/guard/allow-list.ts';
import { CdpConnection } from '../cdp/cdp-connection.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import { createForeignEgress, type ForeignEgressOptions } from './foreign-egress.ts';
import { openBrowserPool } from './open-browser-pool.ts';
import { createRemoteEndpoint } from './remote-endpoint.ts';
import { createRemoteBrowserStart } from './start-remote-browser.ts';

const never = new AbortController().signal;
const found = await findTestBrowser();

/** A Chromium that knows nothing of us, with its port open on this machine. */
async function startForeign({ browser, identity }: TestBrowser) {
  await using opening = new AsyncDisposableStack();
  const profile = opening.use(await mkdtempDisposable(join(tmpdir(), 'decant-foreign-')));
  await chmod(profile.path, 0o777);
  const child = spawn(
    browser.executable,
    [
      '--headless',
      '--remote-debugging-port=0',
      '--no-first-run',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--user-data-dir=${join(profile.path, 'profile')}`,
      // Its sandbox is not what is tested here, and not every system allows it.
      '--no-sandbox',
    ],
    {
      ...identity,
      cwd: profile.path,
      env: {
        HOME: profile.path,
        TMPDIR: profile.path,
        ...(browser.libraryPath !== undefined && { LD_LIBRARY_PATH: browser.libraryPath }),
      },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const exited = once(child, 'exit');
  opening.defer(async () => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child);
    await exited;
  });
  const { promise: address, resolve, reject } = Promise.withResolvers<URL>();
  createInterface(child.stderr).on('line', (line) => {
    const [, told] = /^DevTools listening on (\S+)$/.exec(line) ?? [];
    if (told !== undefined) resolve(new URL(told));
  });
  void exited.then(() => reject(new Error('it has ended')));
  const { port } = await address;
  const open = opening.move();
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function show(session: CdpSession, url: string): Promise<unknown> {
  await session.send('Page.enable');
  const { promise, resolve } = Promise.withResolvers<void>();
  session.on('Page.loadEventFired', () => resolve());
  const { errorText } = await session.send('Page.navigate', { url });
  if (errorText !== undefined) return errorText;
  await promise;
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.body.innerText' });
  return result.value;
}

test('a browser that is not ours', { skip: !found && 'no browser here' }, async (t) => {
  assert.ok(found);
  await using secret = await openLoopbackSite((_request, response) => response.end('secret'));
  await using site = await startTestSite({
    '/': `<body>hello<img src="http://127.0.0.1:${secret.port}/img">`,
  });
  await using outbound = openTestOutbound({
    guard: createAddressGuard({ allow: createAllowList([`127.0.0.1:${site.port}`]), ownPorts: () => [] }),
  });
  const { openBrowserProxy } = outbound;
  await using foreign = await startForeign(found);
  const endpoint = createRemoteEndpoint({ url: foreign.url, ownPorts: () => [] });
  const openStart = (way: Partial<ForeignEgressOptions>) => {
    const egress = createForeignEgress({
      openBrowserProxy,
      address: undefined,
      isNetworkSafe: false,
      ...way,
    });
    return { egress, remote: createRemoteBrowserStart({ endpoint, foreign: egress, log: silentLog }) };
  };
  const open = (way: Partial<ForeignEgressOptions>) => {
    const { remote } = openStart(way);
    return openBrowserPool({ ...remote, limits: { maxPages: 2 }, log: silentLog });
  };
  const request = {
    hasWebGl: false,
    teamId: '',
    isBackground: false,
    openEgress: async ({
      openEgress,
    }: {
      openEgress?: ReturnType<typeof createForeignEgress>['openEgress'];
    }) => (openEgress ?? assert.fail())({ teamId: undefined, maxBytes: 1e9 }),
    open: async (raw: { page: { session: CdpSession }; browser: { hasOurFlags: boolean } }) => ({
      raw,
      isReusable: false,
      [Symbol.asyncDispose]: async () => undefined,
    }),
  };

  await t.test('is not used without our proxies or the word of the operator', async () => {
    const { remote } = openStart({});
    assert.match((await remote.problem()) ?? '', /has no guard of ours and may not be used/);
    await assert.rejects(remote.start({ hasWebGl: false, signal: never }), {
      code: 'SERVICE_UNAVAILABLE',
      message: /DECANT_EGRESS_ADDRESS/,
    });
  });

  await t.test('reaches through our proxies what our guard allows', async () => {
    const { port } = await openLoopbackSite(() => undefined).then(async (free) => {
      await free[Symbol.asyncDispose]();
      return free;
    });
    await using pool = open({ address: { host: '127.0.0.1', fromPort: port, toPort: port + 3 } });
    assert.equal(await pool.problem(), undefined);
    await using lease = await pool.lease(request, never);
    const { page, browser } = lease.tab.raw;
    assert.equal(browser.hasOurFlags, false);
    assert.equal(await show(page.session, `http://site.test:${site.port}/`), 'hello');
    assert.equal(
      await show(page.session, `http://127.0.0.1:${secret.port}/`),
      'This address may not be reached',
    );
    assert.equal(secret.sockets.length, 0);
  });

  await t.test('fetches by itself where its network is safe', async () => {
    await using pool = open({ isNetworkSafe: true });
    await using lease = await pool.lease(request, never);
    assert.equal(await show(lease.tab.raw.page.session, `http://127.0.0.1:${site.port}/`), 'hello');
    await eventually(async () => assert.ok(secret.sockets.length > 0));
  });

  await t.test('lives on without us, and keeps nothing of ours', async () => {
    const connection = new CdpConnection(await endpoint.connect(AbortSignal.timeout(30_000)));
    await eventually(async () => {
      const { browserContextIds } = await connection.send('Target.getBrowserContexts');
      assert.deepEqual(browserContextIds, []);
    });
    connection.close();
    assert.ok(foreign.isRunning());
  });
});
