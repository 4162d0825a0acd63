import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../../test/support/eventually.ts';
import {
  openTestSession,
  type TestSession,
  type TestSessionOptions,
} from '../../../test/support/open-test-session.ts';
import { processesOf } from '../../../test/support/processes-of.ts';
import { answer, startTestSite } from '../../../test/support/test-site.ts';
import { findKernelWalls } from '../../confine/kernel/walls.ts';
import { silentLog } from '../../lib/log/log.ts';
import { goTo } from '../page/go-to.ts';
import type { SessionBrowser } from '../sharing/session-browser.ts';
import { atExit } from '../start/at-exit.ts';

const OWNER = fileURLToPath(new URL('../../../test/support/session-owner.ts', import.meta.url));
const PORTS_SINCE = 4;

describe('the browser of a session', { timeout: 120_000 }, () => {
  const sessionTest = (
    name: string,
    run: (session: SessionBrowser, context: TestContext) => Promise<void>,
    options: TestSessionOptions = {},
  ): void =>
    void test(name, async (context) => {
      const house = await openTestSession(options);
      if (!house) return context.skip('no browser');
      await using _house = house;
      await run(house.session, context);
    });

  /** Tests that leave the browser as the next one needs it have one together. */
  const sharedTest = (
    name: string,
    run: (session: SessionBrowser, context: TestContext) => Promise<void>,
  ): void =>
    void test(name, async (context) => {
      if (!shared) return context.skip('no browser');
      await run(shared.session, context);
    });

  const warnings: string[] = [];
  let shared: TestSession | undefined;
  before(async () => {
    shared = await openTestSession({
      log: { ...silentLog, warn: (message) => void warnings.push(message) },
    });
  });
  after(() => shared?.[Symbol.asyncDispose]());

  async function assertNothingLeft(pid: number, folder: string | undefined): Promise<void> {
    await eventually(async () => {
      assert.deepEqual(processesOf(pid), []);
      assert.equal(existsSync(folder ?? ''), false);
    });
  }

  const visit = async (session: SessionBrowser, url: string) => {
    const live = await session.activePage(AbortSignal.timeout(10_000));
    await goTo(live, url, { signal: AbortSignal.timeout(10_000), timeoutMs: 10_000 });
    await eventually(async () => assert.equal(await live.evaluate('document.readyState'), 'complete'));
    return live;
  };

  sessionTest(
    'it sees no file of the machine and no port but that of its guard',
    async (session, context) => {
      const { landlock } = await findKernelWalls();
      if (landlock === 0) return context.skip('no Landlock here');
      await using canary = await startTestSite({});
      const { connection, processId } = session.browser;
      assert.match(readFileSync(`/proc/${processId}/status`, 'utf8'), /^NoNewPrivs:\s+1$/m);
      // Past the policy, as a hole in it would be.
      const live = await session.activePage(AbortSignal.timeout(30_000));
      for (const url of [
        'file:///etc/passwd',
        'file:///proc/1/environ',
        `file://${process.cwd()}/package.json`,
      ]) {
        const { errorText } = await live.session.send('Page.navigate', { url });
        assert.match(String(errorText), /ERR_ACCESS_DENIED|ERR_FILE_NOT_FOUND/, url);
      }
      for (const folder of ['file:///', 'file:///etc/', `file://${process.cwd()}/`]) {
        await live.session.send('Page.navigate', { url: folder });
        await eventually(async () => assert.equal(await live.evaluate('location.href'), folder));
        const names = await live.evaluate<string>('document.documentElement.innerText');
        assert.doesNotMatch(names, /passwd|package\.json|home/, folder);
      }
      if (landlock < PORTS_SINCE) return;
      const { browserContextId } = await connection.browser.send('Target.createBrowserContext', {
        proxyServer: 'direct://',
      });
      const { targetId } = await connection.browser.send('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
      });
      const page = await connection.attach(targetId);
      const { errorText } = await page.send('Page.navigate', { url: `http://127.0.0.1:${canary.port}/` });
      assert.equal(errorText, 'net::ERR_NETWORK_ACCESS_DENIED');
      assert.equal(canary.sockets.length, 0);
    },
  );

  sessionTest('nothing of it is left when it is ended, nor its way out', async (session) => {
    const { processId, folder } = session.browser;
    assert.ok(folder && existsSync(folder));
    const flags = readFileSync(`/proc/${processId}/cmdline`, 'utf8');
    const [, port = ''] = /--proxy-server=http:\/\/127\.0\.0\.1:(\d+)/.exec(flags) ?? [];
    assert.ok(port !== '' && !flags.includes('--block-new-web-contents'));
    await session[Symbol.asyncDispose]();
    await session.ended;
    assert.equal(existsSync(folder), false);
    await assertNothingLeft(processId, folder);
    assert.throws(() => session.tabs()[0]!.url);
    const [error] = (await once(connect(Number(port), '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    assert.equal(error.code, 'ECONNREFUSED');
  });

  sessionTest('nothing of it is left when it is killed, and that is told', async (session) => {
    const { processId, folder } = session.browser;
    process.kill(processId, 'SIGKILL');
    assert.equal(await session.ended, 'signal SIGKILL');
    await assertNothingLeft(processId, folder);
  });

  test('nothing of it is left when the service is killed', async (context) => {
    const owner = spawn(process.execPath, [OWNER], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface(owner.stdout);
    owner.once('exit', () => lines.emit('line', '{}'));
    const [line] = (await once(lines, 'line')) as [string];
    const { processId, folder } = JSON.parse(line) as { processId?: number; folder?: string };
    if (processId === undefined) return context.skip('no browser');
    assert.ok(processesOf(processId).length > 1);
    owner.kill('SIGKILL');
    await assertNothingLeft(processId, folder);
  });

  sessionTest('it shows no more than twenty windows, whatever a page opens', async (session) => {
    await using site = await startTestSite({
      '/': `<!doctype html><script>for (let i = 0; i < 45; i++) open('/one?' + i)</script>`,
      '/one': '<!doctype html><title>One</title>',
    });
    await session.activePage(AbortSignal.timeout(30_000)).then((live) =>
      live.session.send('Runtime.evaluate', {
        expression: `location.href = ${JSON.stringify(site.origin)}`,
        userGesture: true,
      }),
    );
    const { browser } = session.browser.connection;
    await eventually(async () => assert.ok(session.tabs().length > 1));
    await eventually(async () => {
      const { targetInfos } = await browser.send('Target.getTargets', {});
      const pages = targetInfos.filter(({ type }) => type === 'page');
      assert.ok(pages.length <= 20, String(pages.length));
      assert.equal(session.tabs().length, pages.length);
    });
  });

  sharedTest('files are not saved', async (session) => {
    await using site = await startTestSite({
      '/': '<!doctype html><a download href="/file">save</a>',
      '/file': answer('x'.repeat(1_000), { 'content-disposition': 'attachment; filename=saved.bin' }),
    });
    const live = await visit(session, site.origin);
    await live.evaluate('document.querySelector("a").click()', { isUserGesture: true });
    await eventually(async () => assert.ok(site.requests.some(({ url }) => url === '/file')));
    await eventually(async () => assert.notEqual(live.incidents.download, undefined));
    const files = await readdir(session.browser.folder!, { recursive: true });
    assert.deepEqual(
      files.filter((name) => /saved|crdownload/.test(name)),
      [],
    );
  });

  sessionTest(
    'one whose pages store too much is ended, and says why',
    async (session) => {
      await using site = await startTestSite({ '/': '<!doctype html><title>Store</title>' });
      const live = await visit(session, `http://localhost:${site.port}/`);
      const filling = live.evaluate(
        `(async () => { const cache = await caches.open('c'); for (let i = 0; i < 64; i++) await cache.put('/' + i, new Response(crypto.getRandomValues(new Uint8Array(65536)).slice().buffer.constructor === ArrayBuffer ? new Uint8Array(2 ** 20).map((_, k) => (k * 31 + i) % 251) : '')); })()`,
        { timeoutMs: 60_000 },
      );
      filling.catch(() => undefined);
      const { processId, folder } = session.browser;
      assert.match(await session.ended, /stored more than/);
      await assertNothingLeft(processId, folder);
    },
    { maxFolderBytes: 24 * 2 ** 20 },
  );

  sharedTest('the session goes on when its last window is closed', async (session) => {
    const [first] = session.tabs();
    await session.browser.connection.browser.send('Target.closeTarget', { targetId: first!.targetId });
    await eventually(async () => {
      const [tab] = session.tabs();
      assert.equal(tab?.url, 'about:blank');
      assert.notEqual(tab.targetId, first!.targetId);
    });
  });

  sharedTest('scripts that never end are stopped, in frames of other sites too', async (session) => {
    await using site = await startTestSite({
      '/': (request, response) =>
        response
          .setHeader('content-type', 'text/html')
          .end(
            `<!doctype html><iframe src="http://other.test:${request.headers.host!.split(':')[1]}/frame"></iframe>`,
          ),
      '/frame': '<!doctype html><p>framed',
    });
    const live = await visit(session, `http://one.test:${site.port}/`);
    await eventually(async () => assert.equal(live.frames.size, 1));
    const [frame] = live.frames.values();
    const loop = { expression: 'for (;;) {}' };
    const hung = [live.session, frame!].map((one) =>
      one.send('Runtime.evaluate', loop, { timeoutMs: 60_000 }).then(
        () => 'ended',
        () => 'ended',
      ),
    );
    await assert.rejects(live.evaluate('1', { timeoutMs: 200 }));
    await session.stopScripts();
    assert.deepEqual(await Promise.all(hung), ['ended', 'ended']);
    assert.equal(await live.evaluate('1 + 1'), 2);
  });

  sharedTest('nothing is to be warned of', async () => assert.deepEqual(warnings, []));
});

test('twenty things to be done at the end of the process are one listener', () => {
  const earlier = process.listenerCount('exit');
  const forget = Array.from({ length: 20 }, () => atExit(() => undefined));
  assert.ok(process.listenerCount('exit') <= earlier + 1);
  for (const each of forget) each();
  assert.equal(process.listenerCount('exit'), earlier);
});
