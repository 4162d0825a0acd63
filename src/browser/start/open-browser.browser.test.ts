import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect as connectSocket, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { killGroup } from '../../../test/support/kill-group.ts';
import { findTestBrowser, TEST_BROWSERS } from '../../../test/support/test-browser.ts';
import { browserFlags } from './browser-flags.ts';
import { chooseBrowserIdentity } from '../browser-identity.ts';
import { CdpConnection } from '../cdp/cdp-connection.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import { openWebSocketTransport } from '../cdp/open-websocket-transport.ts';
import { findBrowser, type FoundBrowser } from '../install/find-browser.ts';
import { prepareFonts } from '../install/fonts.ts';
import type { LaunchOptions } from './launch-browser.ts';
import { openBrowser, type Browser } from './open-browser.ts';
import { removeAbandonedHomes } from '../install/remove-abandoned-homes.ts';

const identity = chooseBrowserIdentity();

/** Both the system's and the bundled browser, when there are; each test runs on both. */
async function findBrowsers(): Promise<FoundBrowser[]> {
  const bundled = (await findTestBrowser())?.browser;
  const installed = await findBrowser({
    dataDir: TEST_BROWSERS,
    identity,
    unpackFolders: [TEST_BROWSERS],
    searchPath: '/usr/bin:/usr/local/bin',
  });
  return [bundled, installed]
    .filter((browser) => browser !== undefined && 'executable' in browser)
    .filter(
      ({ executable }, index, all) => all.findIndex((other) => other.executable === executable) === index,
    );
}

/** Removed when all tests have run. Root's browser runs as another user, who must get there. */
const folder = await mkdtempDisposable(join(tmpdir(), 'decant-browsers-'));
await chmod(folder.path, 0o755);
const homes = join(folder.path, 'homes');
after(() => folder[Symbol.asyncDispose]());

const isSupported = process.platform === 'linux';
const browsers = isSupported ? await findBrowsers() : [];
const skip = browsers.length === 0 && `no headless shell can be had on ${process.platform}-${process.arch}`;

async function start(browser: FoundBrowser, more: Partial<LaunchOptions> = {}): Promise<Browser> {
  const fontConfig = await prepareFonts([folder.path], identity);
  return openBrowser({ browser, identity, fontConfig, temporaryFolders: [homes], ...more });
}

/** Ids of the living processes of a group; zombies have ended. */
function processesOf(group: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [state, , processGroup] =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        return Number(processGroup) === group && state !== 'Z' && state !== 'X';
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** The kernel takes a moment to end what was killed. */
async function waitUntil(isSo: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 5_000;
  while (!isSo() && performance.now() < giveUpAt) await sleep(5);
  assert.ok(isSo());
}

async function assertNothingLeft(group: number): Promise<void> {
  await waitUntil(() => processesOf(group).length === 0);
  assert.deepEqual(await readdir(homes), []);
}

async function evaluate(session: CdpSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  assert.equal(exceptionDetails, undefined);
  return result.value;
}

/** Dark pixels of a picture, counted by the page itself. */
async function countInk(session: CdpSession): Promise<number> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
  const count = await evaluate(
    session,
    `(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${data}';
      await image.decode();
      const { width, height } = image;
      const paper = new OffscreenCanvas(width, height).getContext('2d');
      paper.drawImage(image, 0, 0);
      const { data } = paper.getImageData(0, 0, width, height);
      let ink = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] < 128) ink += 1;
      return ink;
    })()`,
  );
  return Number(count);
}

/** Answers as a proxy and as a site, and remembers the targets that it was asked for. */
async function listen(): Promise<AsyncDisposable & { address: string; targets: string[] }> {
  const targets: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    targets.push(url);
    response.end('<p>answer');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

before(async () => {
  await mkdir(homes);
  await chmod(homes, 0o755);
});

if (skip !== false) test('a browser', { skip }, () => undefined);

for (const browser of browsers) {
  describe(`the ${browser.source} browser`, { timeout: 30_000 }, () => {
    test('starts in its sandbox, as a user without rights, computes and leaves nothing behind', async () => {
      await using opened = await start(browser);
      assert.match(opened.version, /^\w+\/\d+\.\d+/);
      assert.equal(opened.isSandboxed, true);
      assert.equal(opened.warning, undefined);
      assert.deepEqual(await opened.connection.browser.send('Target.getTargets', {}), { targetInfos: [] });
      await using context = await opened.newContext();
      const { session } = await context.newPage();
      assert.equal(await evaluate(session, '1 + 1'), 2);

      const all = processesOf(opened.processId);
      const owner = identity?.uid ?? process.getuid?.();
      for (const pid of all) assert.equal(statSync(`/proc/${pid}`).uid, owner);
      const confined = all.filter((pid) =>
        /--type=(?:renderer|gpu-process)/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
      );
      // A renderer for the page and a process that draws, at least.
      assert.ok(confined.length >= 2);
      // They shut themselves in once they have started.
      const isConfined = (pid: number): boolean =>
        /^Seccomp:\s+2$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      await waitUntil(() => confined.every(isConfined));
      const environment = readFileSync(`/proc/${opened.processId}/environ`, 'utf8');
      assert.doesNotMatch(environment, /(?:^|\0)(?:PATH|USER|LOGNAME|PWD|NODE_\w+)=/);

      await opened.close();
      await opened.close();
      assert.match(await opened.exited, /^(?:code|signal) /);
      await assertNothingLeft(opened.processId);
    });

    /** One for tests that leave it as it was. */
    const shared: { browser?: Promise<Browser> } = {};
    after(async () => (await shared.browser)?.close());
    const share = (): Promise<Browser> =>
      (shared.browser ??= start(browser, { temporaryFolders: [folder.path] }));

    test('draws text, in our fonts too', async () => {
      const opened = await share();
      await using context = await opened.newContext();
      const { session } = await context.newPage();
      assert.equal(await countInk(session), 0);
      for (const font of ['Open Sans', 'DejaVu Sans Mono']) {
        await evaluate(session, `document.body.innerHTML = '<p style="font: 40px ${font}">Text Ж Ω'`);
        assert.ok((await countInk(session)) > 300);
        await session.send('DOM.enable');
        await session.send('CSS.enable');
        const { root } = await session.send('DOM.getDocument');
        const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' });
        const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
        assert.deepEqual(
          fonts.map(({ familyName }) => familyName),
          [font],
        );
      }
    });

    test('reaches nothing but the proxy, loopback neither', async () => {
      await using site = await listen();
      await using proxy = await listen();
      const opened = await share();
      const visit = async (proxyServer: string | undefined, url: string): Promise<string | undefined> => {
        await using context = await opened.newContext({ proxyServer });
        const { session } = await context.newPage();
        return (await session.send('Page.navigate', { url })).errorText;
      };
      assert.match((await visit(undefined, `${site.address}/a`)) ?? '', /^net::ERR_/);
      assert.match((await visit(undefined, 'http://name.test/b')) ?? '', /^net::ERR_/);
      assert.equal(await visit(proxy.address, `${site.address}/c`), undefined);
      assert.equal(await visit(proxy.address, 'http://name.test/d'), undefined);
      assert.deepEqual(site.targets, []);
      const pages = proxy.targets.filter((target) => !target.endsWith('/favicon.ico'));
      assert.deepEqual(pages, [`${site.address}/c`, 'http://name.test/d']);
    });

    test('fails what is pending at once when it is killed, and leaves nothing behind', async () => {
      await using opened = await start(browser);
      const context = await opened.newContext();
      const { session } = await context.newPage();
      const home = readlinkSync(`/proc/${opened.processId}/cwd`);
      assert.ok(home.startsWith(homes) && existsSync(home));
      const pending = session.send('Runtime.evaluate', {
        expression: 'new Promise(() => {})',
        awaitPromise: true,
      });
      const failed = assert.rejects(pending, { name: 'CdpError', failure: 'closed' });
      process.kill(opened.processId, 'SIGKILL');
      await failed;
      assert.equal(await opened.exited, 'signal SIGKILL');
      await assertNothingLeft(opened.processId);
      await assert.rejects(opened.newContext(), { failure: 'closed' });
      await context.close();
    });

    test('ends a hung page with its context, and itself when it does not answer', async () => {
      await using opened = await start(browser);
      const context = await opened.newContext();
      const { session } = await context.newPage();
      const hung = session.send('Runtime.evaluate', { expression: 'for (;;);' }, { timeoutMs: 200 });
      await assert.rejects(hung, { failure: 'timeout' });
      await context.close();
      process.kill(opened.processId, 'SIGSTOP');
      await opened.close();
      await assertNothingLeft(opened.processId);
    });
  });
}

const [sample] = browsers;
if (sample) {
  const libraries = sample.libraryPath === undefined ? {} : { libraryPath: sample.libraryPath };

  /** A browser whose executable is a script. */
  const write = async (script: string): Promise<FoundBrowser> => {
    const executable = join(folder.path, 'script');
    await writeFile(executable, `#!/bin/sh\n${script}\n`);
    await chmod(executable, 0o755);
    return { executable, ...libraries, source: 'configured' };
  };

  describe('a browser that does not start', { timeout: 30_000 }, () => {
    test('says so when there is none', async () => {
      for (const name of ['absent', 'script/below']) {
        await write('exit 0');
        const browser: FoundBrowser = { executable: join(folder.path, name), source: 'configured' };
        await assert.rejects(start(browser), {
          code: 'SERVICE_UNAVAILABLE',
          message: /^The browser does not run on this system \(.* is missing.*; set DECANT_BROWSER_PATH/,
        });
      }
      assert.deepEqual(await readdir(homes), []);
    });

    test('says what it said before it ended, and is not tried without its sandbox', async () => {
      const broken = await write(
        'case "$*" in *--no-sandbox*) exit 9;; esac; echo "lost its sandbox manual" >&2; exit 3',
      );
      await assert.rejects(start(broken), {
        message: /^The browser did not start \(code 3: lost its sandbox manual\); set DECANT_BROWSER_PATH/,
      });
      assert.deepEqual(await readdir(homes), []);
    });

    test('takes what it has started with it', async () => {
      const parent = await write('sleep 4711 & exit 3');
      await assert.rejects(start(parent), { message: /did not start \(code 3\)/ });
      const isThere = (): boolean =>
        readdirSync('/proc').some((pid) => {
          try {
            return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ') === 'sleep 4711 ';
          } catch {
            return false;
          }
        });
      await waitUntil(() => !isThere());
    });

    test('is given up at its deadline and when the caller goes away', async () => {
      const silent = await write('exec sleep 60');
      await assert.rejects(start(silent, { startTimeoutMs: 100 }), { message: /no answer within 100 ms/ });
      const reason = new Error('gone');
      const signal = AbortSignal.abort(reason);
      await assert.rejects(start(silent, { signal }), reason);
      const controller = new AbortController();
      const starting = start(silent, { signal: controller.signal });
      await waitUntil(() => readdirSync(homes).length > 0);
      controller.abort(reason);
      await assert.rejects(starting, reason);
      assert.deepEqual(await readdir(homes), []);
    });
  });

  test('ends with its owner, however that ends', { timeout: 30_000 }, async () => {
    const options: LaunchOptions = { browser: sample, identity, temporaryFolders: [homes] };
    const script = `
      import { openBrowser } from ${JSON.stringify(new URL('open-browser.ts', import.meta.url).href)};
      const { processId } = await openBrowser(${JSON.stringify(options)});
      console.log(processId);
      process.stdin.resume().once('end', () => process.exit());
    `;
    for (const end of ['exit', 'SIGKILL'] as const) {
      const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const [line] = (await once(createInterface(owner.stdout), 'line')) as [string];
      assert.ok(processesOf(Number(line)).length > 0);
      if (end === 'exit') owner.stdin.end();
      else owner.kill(end);
      await once(owner, 'exit');
      await waitUntil(() => processesOf(Number(line)).length === 0);
      // Nobody was left to remove the folder of the killed one; one in use stays.
      assert.equal((await readdir(homes)).length, end === 'exit' ? 0 : 1);
    }
    await using living = await start(sample);
    assert.equal(await removeAbandonedHomes(identity, [homes]), 1);
    assert.equal(await removeAbandonedHomes(identity, [homes]), 0);
    assert.deepEqual(await readdir(homes), [basename(readlinkSync(`/proc/${living.processId}/cwd`))]);
  });

  test('speaks over a WebSocket as over a pipe', { timeout: 30_000 }, async () => {
    await using profile = await mkdtempDisposable(join(homes, 'port-'));
    await chmod(profile.path, 0o777);
    const flags = browserFlags({ profile: join(profile.path, 'profile'), isSandboxed: true });
    const child = spawn(
      sample.executable,
      ['--remote-debugging-port=0', ...flags.filter((flag) => !flag.endsWith('-pipe'))],
      {
        ...identity,
        cwd: profile.path,
        env: { HOME: profile.path, ...(sample.libraryPath && { LD_LIBRARY_PATH: sample.libraryPath }) },
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const exited = once(child, 'exit');
    try {
      const { promise: address, resolve } = Promise.withResolvers<string>();
      createInterface(child.stderr).on('line', (line) => {
        const [, found] = /^DevTools listening on (\S+)$/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
      const url = new URL(await address);
      const connect = async (): Promise<Socket> => connectSocket(Number(url.port), url.hostname);
      const open = () => openWebSocketTransport({ address: url, connect }, AbortSignal.timeout(5_000));
      const connection = new CdpConnection(await open());
      const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank' });
      const session = await connection.attach(targetId);
      assert.equal(await evaluate(session, '"x".repeat(1_000_000).length'), 1_000_000);
      const pending = session.send('Runtime.evaluate', {
        expression: 'new Promise(() => {})',
        awaitPromise: true,
      });
      const failed = assert.rejects(pending, { failure: 'closed' });
      killGroup(child);
      await failed;
      assert.match((await connection.closed).message, /has closed the connection/);
      await exited;
      await assert.rejects(open(), { failure: 'closed', message: `No browser answers at ${url.host}` });
    } finally {
      if (child.exitCode === null && child.signalCode === null) killGroup(child);
      await exited;
    }
  });
}
