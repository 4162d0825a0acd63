import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CANARY_SECRET, openCanary, type Canary } from '../../../test/support/canary.ts';
import {
  FILE_SECRET,
  FORBIDDEN_ADDRESSES,
  FORBIDDEN_CALLS,
  PAGE_ATTEMPTS,
  SECRET_FILE,
} from '../../../test/support/driver-attacks.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { openLoopbackSite, type LoopbackSite } from '../../../test/support/loopback-site.ts';
import { openTestSession, type TestSession } from '../../../test/support/open-test-session.ts';
import { openRawDriver, type RawDriver } from '../../../test/support/raw-driver.ts';

/** The guard of this session lets it reach no other. */
const SITE_HOST = '127.0.0.2';

describe('a driver that attacks', { timeout: 120_000 }, () => {
  const open = new AsyncDisposableStack();
  let house: TestSession | undefined;
  let site: LoopbackSite;
  let canary: Canary;
  let driver: RawDriver;
  let page: string;
  let target: string;

  before(async () => {
    canary = open.use(await openCanary(['session']));
    const inside = `http://127.0.0.1:${canary.portOf('session')}/`;
    site = open.use(
      await openLoopbackSite(
        ({ url }, response) => {
          if (url === '/to-inside') response.writeHead(302, { location: inside }).end();
          else if (url === '/to-file') response.writeHead(302, { location: `file://${SECRET_FILE}` }).end();
          else if (url === '/save')
            response.writeHead(200, { 'content-disposition': 'attachment; filename=saved.bin' }).end('x');
          else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body>site');
        },
        { host: SITE_HOST },
      ),
    );
    house = await openTestSession({ allow: [`${SITE_HOST}/32`] });
    if (!house) return;
    open.use(house);
    driver = open.use(openRawDriver(house.session.connectDriver));
    target = house.session.tabs()[0]!.targetId;
    page = await driver.attach(target);
    await driver.call('Page.navigate', { url: site.origin }, page);
  });
  after(() => open.disposeAsync());

  const attack = (name: string, run: (house: TestSession) => Promise<void>): void =>
    void test(name, async (context) => {
      if (!house) return context.skip('no browser');
      await run(house);
      assert.deepEqual([...canary.hits], []);
      await assertUnread(house);
      await driver.call('Page.navigate', { url: site.origin }, page);
    });

  /** Nothing that is shown anywhere says what it must not. */
  async function assertUnread({ session }: TestSession): Promise<void> {
    for (const { targetId } of session.tabs()) {
      const one = await driver.attach(targetId);
      const { result } = await driver.call(
        'Runtime.evaluate',
        { expression: 'document.documentElement?.outerHTML ?? ""', returnByValue: true, timeout: 1_000 },
        one,
      );
      const text = JSON.stringify(result ?? '');
      assert.ok(!text.includes(FILE_SECRET) && !text.includes(CANARY_SECRET), text.slice(0, 300));
      await driver.call('Target.detachFromTarget', { sessionId: one });
      if (targetId !== target) await driver.call('Target.closeTarget', { targetId });
    }
  }

  attack('opens nothing but the web', async () => {
    for (const url of FORBIDDEN_ADDRESSES) {
      for (const [method, sessionId] of [
        ['Page.navigate', page],
        ['Target.createTarget', undefined],
      ] as const) {
        const { error } = await driver.call(method, { url }, sessionId);
        assert.equal(error?.code, -32_000, `${method} ${JSON.stringify(url)}`);
      }
    }
  });

  attack('is refused what leads out of pages, on a page and on its root', async () => {
    for (const [method, params] of FORBIDDEN_CALLS) {
      for (const sessionId of [page, undefined]) {
        const { error } = await driver.call(method, params, sessionId);
        assert.equal(error?.code, -32_000, method);
      }
    }
  });

  attack('is not understood in two ways', async () => {
    const texts = [
      `{"id":900,"method":"Page.navigate","sessionId":"${page}","params":{"url":"about:blank"},"params":{"url":"file://${SECRET_FILE}"}}`,
      `{"id":900,"method":"Runtime.evaluate","method":"Browser.crash","params":{}}`,
      `{"id":900,"method":"Runtime.evaluate","\\u006dethod":"Browser.crash","params":{}}`,
      `{"id":900,"method":"Page.navigate","sessionId":"${page}","params":{"url":"about:blank","\\u0075rl":"file://${SECRET_FILE}"}}`,
    ];
    for (const text of texts) assert.equal((await driver.say(text, 900)).error?.code, -32_000, text);
  });

  attack('reaches no session of the service nor of another driver', async ({ session }) => {
    await using other = openRawDriver(session.connectDriver);
    const theirs = await other.attach(target);
    const live = await session.activePage(AbortSignal.timeout(30_000));
    const foreign = [theirs, live.session.id!, ...live.frames.keys(), 'ABCDEF', '', '../x'];
    for (const sessionId of foreign) {
      const { error } = await driver.call('Runtime.evaluate', { expression: '1' }, sessionId);
      assert.equal(error?.code, -32_001, sessionId);
      const detached = await driver.call('Target.detachFromTarget', { sessionId });
      assert.ok(detached.error, sessionId);
    }
    assert.equal(await live.evaluate('1 + 1'), 2);
    const still = await other.call('Runtime.evaluate', { expression: '1 + 1' }, theirs);
    assert.deepEqual(still.result?.['result'], { type: 'number', value: 2, description: '2' });
    assert.ok(other.events.every(({ sessionId }) => sessionId !== page));
  });

  attack('gets no way past the guard by pages', async () => {
    const port = String(canary.portOf('session'));
    for (const attempt of PAGE_ATTEMPTS) {
      const expression = `Promise.resolve().then(() => ${attempt.replaceAll('INSIDE', port)}).then(String, (e) => 'failed ' + e)`;
      const { result, error } = await driver.call(
        'Runtime.evaluate',
        { expression, awaitPromise: true, returnByValue: true, userGesture: true },
        page,
      );
      const said = JSON.stringify(result ?? error);
      assert.ok(!said.includes(FILE_SECRET) && !said.includes(CANARY_SECRET), `${attempt}: ${said}`);
    }
  });

  attack('gets no way past the guard by navigation', async () => {
    const inside = `http://127.0.0.1:${canary.portOf('session')}/`;
    for (const url of [inside, `${site.origin}/to-inside`, `${site.origin}/to-file`]) {
      await driver.call('Page.navigate', { url }, page);
      const { result } = await driver.call(
        'Runtime.evaluate',
        { expression: 'location.protocol + document.documentElement.outerHTML', returnByValue: true },
        page,
      );
      assert.doesNotMatch(JSON.stringify(result), /"file:|root:/);
    }
  });

  attack('gets no way past the guard by requests that it holds', async () => {
    const inside = `http://127.0.0.1:${canary.portOf('session')}/`;
    await driver.call('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, page);
    const held = async (answer: (requestId: string) => Promise<unknown>): Promise<void> => {
      const seen = driver.events.length;
      const going = driver.call('Page.navigate', { url: `${site.origin}/held` }, page);
      const paused = await eventuallyFind(() =>
        driver.events.slice(seen).find(({ method }) => method === 'Fetch.requestPaused'),
      );
      await answer(String(paused.params['requestId']));
      await driver.call(
        'Fetch.failRequest',
        { requestId: paused.params['requestId'], errorReason: 'Aborted' },
        page,
      );
      await driver.call('Page.stopLoading', {}, page);
      void going;
    };
    await held(async (requestId) => {
      const refused = await driver.call(
        'Fetch.continueRequest',
        { requestId, url: `file://${SECRET_FILE}` },
        page,
      );
      assert.equal(refused.error?.code, -32_000);
    });
    await held((requestId) => driver.call('Fetch.continueRequest', { requestId, url: inside }, page));
    for (const location of [`file://${SECRET_FILE}`, inside, 'chrome://version']) {
      await held((requestId) =>
        driver.call(
          'Fetch.fulfillRequest',
          { requestId, responseCode: 302, responseHeaders: [{ name: 'Location', value: location }] },
          page,
        ),
      );
    }
    await driver.call('Fetch.disable', {}, page);
  });

  attack('makes no context that goes past the guard, or that outlives it', async ({ session }) => {
    const inside = `http://127.0.0.1:${canary.portOf('session')}/`;
    await using other = openRawDriver(session.connectDriver);
    const { result } = await other.call('Target.createBrowserContext', {
      proxyServer: 'direct://',
      proxyBypassList: '*',
      disposeOnDetach: false,
      originsWithUniversalNetworkAccess: ['*', site.origin],
    });
    const browserContextId = String(result?.['browserContextId']);
    const made = await other.call('Target.createTarget', { url: site.origin, browserContextId });
    const tab = await other.attach(String(made.result?.['targetId']));
    const { result: tried } = await other.call('Page.navigate', { url: inside }, tab);
    await other.call('Page.navigate', { url: site.origin }, tab);
    await other.call(
      'Runtime.evaluate',
      { expression: `fetch('${inside}').catch(String)`, awaitPromise: true },
      tab,
    );
    assert.ok(tried);
    await other[Symbol.asyncDispose]();
    await eventually(async () => {
      const { result: left } = await driver.call('Target.getBrowserContexts');
      assert.deepEqual(left?.['browserContextIds'], []);
    });
  });

  attack('gets no world that sees all origins', async () => {
    const elsewhere = open.use(
      await openLoopbackSite((_request, response) => void response.end('of another origin'), {
        host: SITE_HOST,
      }),
    );
    const { result } = await driver.call(
      'Page.createIsolatedWorld',
      { frameId: target, grantUniveralAccess: true, grantUniversalAccess: true },
      page,
    );
    const { result: read } = await driver.call(
      'Runtime.evaluate',
      {
        contextId: result?.['executionContextId'],
        expression: `fetch('${elsewhere.origin}').then((r) => r.text()).catch(String)`,
        awaitPromise: true,
        returnByValue: true,
      },
      page,
    );
    assert.match(JSON.stringify(read), /Failed to fetch/);
  });

  attack('has nothing saved on the machine', async ({ session }) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-saved-'));
    const wish = { behavior: 'allow', downloadPath: folder.path, eventsEnabled: true };
    assert.ok((await driver.call('Browser.setDownloadBehavior', wish)).result);
    assert.ok((await driver.call('Page.setDownloadBehavior', wish, page)).result);
    await driver.call('Page.navigate', { url: `${site.origin}/save` }, page);
    await eventually(async () => assert.ok(site.requests.some(({ url }) => url === '/save')));
    await driver.call('Browser.getVersion');
    assert.equal(existsSync(join(folder.path, 'saved.bin')), false);
    assert.ok(session.tabs().length > 0);
  });

  attack('does not read by handles and ids that it makes up', async () => {
    for (const [method, params] of [
      ['IO.read', { handle: SECRET_FILE }],
      ['IO.read', { handle: `file://${SECRET_FILE}` }],
      ['IO.resolveBlob', { objectId: '1' }],
      ['Network.getResponseBody', { requestId: '1' }],
      ['Page.getResourceContent', { frameId: target, url: `file://${SECRET_FILE}` }],
      ['Storage.getCookies', { browserContextId: '1' }],
      ['Target.getTargetInfo', { targetId: '1' }],
      ['Page.navigateToHistoryEntry', { entryId: 1_000 }],
    ] as const) {
      assert.ok((await driver.call(method, params, page)).error, method);
    }
  });

  attack('does not end the session', async ({ session }) => {
    assert.deepEqual((await driver.call('Browser.close')).result, {});
    await using other = openRawDriver(session.connectDriver);
    const own = await other.attach(target);
    void other.call('Page.crash', {}, own);
    await eventually(async () => {
      assert.notEqual(session.tabs()[0]?.targetId, target);
      const live = await session.activePage(AbortSignal.timeout(30_000));
      assert.equal(await live.evaluate('1 + 1'), 2);
    });
    target = session.tabs()[0]!.targetId;
    page = await driver.attach(target);
  });

  attack('is sent away for what is no call, and for too much at once', async ({ session }) => {
    for (const text of ['', 'null', '[]', '{"id":"1","method":"a.b"}', '{"id":1.5,"method":"a.b"}', '{']) {
      await using other = openRawDriver(session.connectDriver);
      void other.say(text, 0);
      assert.equal((await other.closed).code, 1008, text);
    }
    await using flood = openRawDriver(session.connectDriver);
    for (let index = 0; index < 2_000; index++) void flood.call('Browser.getVersion');
    assert.equal((await flood.closed).code, 1008);
    const many = Array.from({ length: 20 }, () => openRawDriver(session.connectDriver));
    const refused = await Promise.all(many.slice(15).map(({ closed }) => closed.then(({ code }) => code)));
    assert.ok(refused.every((code) => code === 1013));
    await Promise.all(many.map((each) => each[Symbol.asyncDispose]()));
    await eventually(async () => assert.equal(session.drivers, 1));
  });

  test('the canary hears whoever gets through', async () => {
    const answer = await fetch(`http://127.0.0.1:${canary.portOf('session')}/`);
    assert.equal(await answer.text(), CANARY_SECRET);
    assert.deepEqual([...canary.hits], [['session', 1]]);
  });
});

async function eventuallyFind<T>(find: () => T | undefined): Promise<T> {
  const found: { value: T | undefined } = { value: undefined };
  await eventually(async () => {
    found.value = find();
    assert.ok(found.value);
  });
  return found.value!;
}
