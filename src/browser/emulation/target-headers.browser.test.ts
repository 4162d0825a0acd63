import assert from 'node:assert/strict';
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openTestBrowser, type OpenTestBrowser } from '../../../test/support/open-test-browser.ts';
import { openLoopbackSite, type LoopbackSite } from '../../../test/support/loopback-site.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { shareTestBrowser } from '../../../test/support/share-test-browser.ts';
import { findTestBrowser } from '../../../test/support/test-browser.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import { splitHeaders } from './split-headers.ts';
import { sendTargetHeaders, type SentCookies } from './target-headers.ts';

const PAGES: Readonly<Record<string, (other: string, own: string) => string>> = {
  '/': (other) =>
    `<img src="${other}/picture"><img src="/own"><img src="/to-other/picture2"><iframe srcdoc="<img src=/own2>"></iframe>`,
  '/hostile': (_other, own) =>
    `<img src="${own}/stolen"><iframe srcdoc="<img src='${own}/stolen2'>"></iframe>`,
  '/frame': (other) => `<iframe src="${other}/hostile"></iframe><iframe src="/own-frame"></iframe>`,
};

const NO_BROWSER = process.platform !== 'linux' || process.arch !== 'x64' ? 'no browser is bundled' : false;

describe('sendTargetHeaders', { timeout: 30_000, skip: NO_BROWSER }, () => {
  let house: OpenTestBrowser | undefined;
  before(async () => {
    house = await shareTestBrowser();
  });
  after(() => house?.[Symbol.asyncDispose]());

  interface Visit {
    /** The headers that each path was asked with, and the host of the two that was asked. */
    asked: Map<string, { host: string | undefined; headers: Record<string, unknown> }>;
    sent: SentCookies;
  }

  /** Goes to a path of `own.test` and waits until everything has loaded; `other.test` is the same server. */
  async function visit(path: string, headers: Record<string, string>): Promise<Visit> {
    assert.ok(house);
    const asked: Visit['asked'] = new Map();
    await using site: LoopbackSite = await openLoopbackSite((request, response) => {
      const { url = '', headers: got } = request;
      asked.set(url, { host: got.host?.split(':')[0], headers: got });
      const own = `http://own.test:${site.port}`;
      const other = `http://other.test:${site.port}`;
      const away = url.startsWith('/to-other') ? other + url.slice(9) : url === '/to-own' && '/end';
      if (away !== false) response.setHeader('Location', away).writeHead(302);
      else response.setHeader('Content-Type', 'text/html');
      response.end(PAGES[url]?.(other, own));
    });
    await using context = await house.openContext();
    const { session } = await context.newPage();
    const url = new URL(`http://own.test:${site.port}${path}`);
    const sent = await sendTargetHeaders(session, { url, headers: splitHeaders(headers) });
    await load(session, url.href);
    return { asked, sent };
  }

  async function load(session: CdpSession, url: string): Promise<void> {
    await session.send('Page.enable');
    const loaded = new Promise<void>((resolve) => {
      session.on('Page.loadEventFired', () => resolve());
    });
    const { errorText } = await session.send('Page.navigate', { url });
    assert.equal(errorText, undefined);
    await loaded;
  }

  test('sends them to the origin alone, with what its page asks for', async () => {
    const { asked, sent } = await visit('/', {
      'X-Token': 'secret',
      authorization: 'Bearer 1',
      Accept: 'application/json',
      'Upgrade-Insecure-Requests': '',
      Cookie: 'session=abc; theme=dark',
    });
    assert.deepEqual(sent, { refused: [], isForAllPorts: false });
    const page = asked.get('/')?.headers;
    assert.equal(page?.['x-token'], 'secret');
    assert.equal(page?.['authorization'], 'Bearer 1');
    assert.equal(page?.['accept'], 'application/json');
    assert.equal(page?.['upgrade-insecure-requests'], undefined);
    assert.equal(page?.['cookie'], 'session=abc; theme=dark');
    const own = asked.get('/own')?.headers;
    assert.equal(own?.['x-token'], 'secret');
    assert.equal(asked.get('/own2')?.headers['x-token'], 'secret');
    assert.match(String(own?.['accept']), /^image\//);
    assert.equal(own?.['cookie'], 'session=abc; theme=dark');
    for (const path of ['/picture', '/picture2']) {
      const { host, headers } = asked.get(path) ?? assert.fail(path);
      assert.equal(host, 'other.test');
      assert.deepEqual(
        [headers['x-token'], headers['authorization'], headers['cookie']],
        [undefined, undefined, undefined],
      );
    }
  });

  test('follows redirects within the origin and stays behind on others', async () => {
    const headers = { 'X-Token': 'secret', Cookie: 'a=1' };
    const within = await visit('/to-own', headers);
    assert.equal(within.asked.get('/end')?.headers['x-token'], 'secret');
    const away = await visit('/to-other/hostile', headers);
    assert.equal(away.asked.get('/to-other/hostile')?.headers['x-token'], 'secret');
    const landed = away.asked.get('/hostile') ?? assert.fail();
    assert.equal(landed.host, 'other.test');
    assert.deepEqual([landed.headers['x-token'], landed.headers['cookie']], [undefined, undefined]);
    // The page there does not get to use them either.
    for (const path of ['/stolen', '/stolen2']) {
      const stolen = away.asked.get(path) ?? assert.fail(path);
      assert.equal(stolen.host, 'own.test');
      assert.equal(stolen.headers['x-token'], undefined, path);
    }
  });

  test('a frame of another site cannot use them, a frame of the same can', async () => {
    const { asked } = await visit('/frame', { 'X-Token': 'secret' });
    assert.equal(asked.get('/own-frame')?.headers['x-token'], 'secret');
    assert.ok(asked.has('/stolen') && asked.has('/stolen2'));
    for (const path of ['/hostile', '/stolen', '/stolen2']) {
      assert.equal(asked.get(path)?.headers['x-token'], undefined, path);
    }
  });

  test('a Referer is not taken along to another origin', async () => {
    const headers = { Referer: 'https://intra.example/search?q=secret', 'X-Token': 'secret' };
    const within = await visit('/to-own', headers);
    for (const path of ['/to-own', '/end']) {
      assert.equal(within.asked.get(path)?.headers['referer'], headers.Referer, path);
    }
    const away = await visit('/to-other/landed', headers);
    assert.equal(away.asked.get('/to-other/landed')?.headers['referer'], headers.Referer);
    const landed = away.asked.get('/landed') ?? assert.fail();
    assert.deepEqual([landed.host, landed.headers['referer']], ['other.test', undefined]);
  });

  test('cookies go to no other port of the host, whatever part of the page asks there', async () => {
    assert.ok(house);
    const leaks: string[] = [];
    const paths = new Set<string>();
    await using elsewhere = await openLoopbackSite(({ url = '', headers }, response) => {
      paths.add(url);
      if (headers.cookie !== undefined) leaks.push(url);
      response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html').end();
    });
    const other = `http://own.test:${elsewhere.port}`;
    const worker = `fetch('${other}/worker', { mode: 'no-cors', credentials: 'include' })`;
    await using site = await openLoopbackSite(({ url }, response) => {
      if (url === '/away') return response.writeHead(302, { Location: `${other}/landed` }).end();
      response.setHeader('Content-Type', 'text/html');
      return response.end(
        `<link rel=stylesheet href="${other}/style"><img src="${other}/picture"><img src="/own"><script src="${other}/a.js"></script>
        <iframe src="${other}/frame"></iframe><iframe src="/away"></iframe><script>
        fetch('${other}/fetch', { mode: 'no-cors', credentials: 'include' });
        new WebSocket('ws://own.test:${elsewhere.port}/socket');
        new Worker(URL.createObjectURL(new Blob([${JSON.stringify(worker)}])))</script>`,
      );
    });
    await using context = await house.openContext();
    const { session } = await context.newPage();
    const url = new URL(`http://own.test:${site.port}/`);
    await sendTargetHeaders(session, { url, headers: splitHeaders({ Cookie: 'k=secret' }) });
    await load(session, url.href);
    const expected = ['/style', '/picture', '/a.js', '/frame', '/landed', '/fetch', '/socket', '/worker'];
    await eventually(async () =>
      assert.deepEqual(
        expected.filter((path) => !paths.has(path)),
        [],
      ),
    );
    assert.deepEqual(leaks, []);
    assert.equal(site.requests.find((request) => request.url === '/own')?.headers.cookie, 'k=secret');
    // Nor does the page itself take it there.
    await load(session, `${url.href}away`);
    assert.deepEqual(leaks, []);
  });

  test('a browser that gives cookies to every port is found out', async () => {
    const found = await findTestBrowser();
    assert.ok(found);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-old-browser-'));
    await chmod(folder.path, 0o755);
    const executable = join(folder.path, 'browser');
    const withoutIt = `for each; do shift; case $each in --enable-features=*) ;; *) set -- "$@" "$each" ;; esac; done`;
    await writeFile(executable, `#!/bin/sh\n${withoutIt}\nexec '${found.browser.executable}' "$@"\n`);
    await chmod(executable, 0o755);
    await using old = await openTestBrowser({ browser: { ...found.browser, executable } });
    assert.ok(old);
    await using context = await old.openContext();
    const { session } = await context.newPage();
    const sent = await sendTargetHeaders(session, {
      url: new URL('http://own.test:8080/'),
      headers: splitHeaders({ Cookie: 'k=1' }),
    });
    assert.deepEqual(sent, { refused: [], isForAllPorts: true });
  });

  test('names cookies that the browser does not take', async () => {
    const { asked, sent } = await visit('/end', { Cookie: '__Host-id=1; good=2' });
    assert.deepEqual(sent.refused, ['__Host-id']);
    assert.equal(asked.get('/end')?.headers['cookie'], 'good=2');
  });
});
