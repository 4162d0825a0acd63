import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkRelayedCall } from './relay-policy.ts';

const PROXY = 'http://127.0.0.1:4001';

function check(method: string, params: Record<string, unknown> = {}) {
  return checkRelayedCall({ method, params }, (server) => server === PROXY);
}

test('what a page needs passes as it is', () => {
  for (const method of [
    'Runtime.evaluate',
    'Page.captureScreenshot',
    'Network.enable',
    'Browser.getVersion',
  ]) {
    assert.deepEqual(check(method, { a: 1 }), { params: { a: 1 } }, method);
  }
});

test('whatever our own driver asks for passes', async () => {
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  const methods = new Set<string>();
  for await (const file of glob(['browser/**/*.ts', 'scraper/**/*.ts'], { cwd })) {
    // Browsers of sessions are of this machine.
    if (file.endsWith('.test.ts') || file.startsWith('browser/sharing/')) continue;
    const text = readFileSync(join(cwd, file), 'utf8');
    for (const [, method = ''] of text.matchAll(/\bsend\(\s*'([A-Z]\w+\.\w+)'/g)) methods.add(method);
  }
  assert.ok(methods.size > 20, [...methods].join(' '));
  const params = { url: 'http://a.test/', flatten: true, proxyServer: PROXY };
  for (const method of methods) {
    // The relay's own.
    if (method.startsWith('Decant.') || method === 'Browser.close') continue;
    assert.ok('params' in check(method, params), method);
  }
});

test('what leads around the guard, to files or to other processes is refused', () => {
  const refused = [
    'Browser.close',
    'Browser.setDownloadBehavior',
    'Browser.getBrowserCommandLine',
    'DOM.setFileInputFiles',
    'DOM.getFileInfo',
    'Extensions.loadUnpacked',
    'FileSystem.getDirectory',
    'Input.dispatchDragEvent',
    'Network.loadNetworkResource',
    'PWA.launch',
    'Page.setDownloadBehavior',
    'SystemInfo.getInfo',
    'Target.attachToBrowserTarget',
    'Target.exposeDevToolsProtocol',
    'Target.openDevTools',
    'Target.sendMessageToTarget',
    'Target.setRemoteLocations',
    'Tethering.bind',
    'Tracing.start',
    'Nothing.known',
    'constructor',
    '',
    '.navigate',
  ];
  for (const method of refused) assert.ok('refusal' in check(method), method);
});

test('only web addresses are opened, as they were read here', () => {
  for (const method of ['Page.navigate', 'Target.createTarget']) {
    const url = 'HTTPS:\\\\site.test\t/a b';
    assert.deepEqual(check(method, { url, x: 1 }), { params: { url: 'https://site.test/a%20b', x: 1 } });
    assert.deepEqual(check(method, { url: 'about:blank' }), { params: { url: 'about:blank' } });
    const bad = [
      'file:///etc/passwd',
      ' file:///x',
      'chrome://version',
      'view-source:http://a.test',
      'data:,x',
    ];
    for (const other of [
      ...bad,
      'javascript:1',
      'blob:http://a.test/1',
      'about:version',
      '',
      'x',
      1,
      undefined,
    ]) {
      assert.ok('refusal' in check(method, { url: other }), `${method} ${String(other)}`);
    }
  }
});

test('a request that is held is not sent to where nothing may be opened', () => {
  assert.deepEqual(check('Fetch.continueRequest', { requestId: 'r' }), { params: { requestId: 'r' } });
  assert.ok('params' in check('Fetch.continueRequest', { requestId: 'r', url: 'https://a.test/' }));
  assert.ok('refusal' in check('Fetch.continueRequest', { requestId: 'r', url: 'file:///etc/passwd' }));
  assert.ok('refusal' in check('Network.continueInterceptedRequest', { interceptionId: 'r' }));
});

test('a context has a proxy of ours, and nothing that goes past it', () => {
  assert.deepEqual(
    check('Target.createBrowserContext', {
      proxyServer: PROXY,
      proxyBypassList: '*',
      originsWithUniversalNetworkAccess: ['https://a.test'],
    }),
    { params: { disposeOnDetach: true, proxyServer: PROXY, proxyBypassList: '<-loopback>' } },
  );
  for (const proxyServer of [
    undefined,
    'direct://',
    `${PROXY},direct://`,
    'http://127.0.0.1:4002',
    [PROXY],
  ]) {
    assert.ok('refusal' in check('Target.createBrowserContext', { proxyServer }), String(proxyServer));
  }
});

test('sessions are flat, worlds see their own origin', () => {
  assert.ok('refusal' in check('Target.attachToTarget', { targetId: 't' }));
  assert.ok('refusal' in check('Target.setAutoAttach', { autoAttach: true, flatten: false }));
  assert.ok('params' in check('Target.setAutoAttach', { autoAttach: true, flatten: true }));
  assert.ok('refusal' in check('Page.createIsolatedWorld', { frameId: 'f', grantUniveralAccess: true }));
  assert.ok('params' in check('Page.createIsolatedWorld', { frameId: 'f', grantUniveralAccess: false }));
});
