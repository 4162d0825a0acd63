import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDriverCall } from './session-policy.ts';

const check = (method: string, params: Record<string, unknown> = {}) => checkDriverCall({ method, params });

test('what drivers ask of pages passes as it is', () => {
  for (const method of [
    'Audits.enable',
    'Browser.getWindowForTarget',
    'Browser.grantPermissions',
    'Input.dispatchMouseEvent',
    'Page.captureScreenshot',
    'Profiler.enable',
    'Runtime.evaluate',
    'Target.getTargets',
    'WebAuthn.enable',
  ]) {
    assert.deepEqual(check(method, { a: 1 }), { params: { a: 1 } }, method);
  }
});

test('what would end, move or fill something is answered as if it had been done', () => {
  for (const method of ['Browser.close', 'Browser.setWindowBounds', 'Page.setDownloadBehavior']) {
    assert.deepEqual(check(method, { behavior: 'allow', downloadPath: '/' }), { result: {} }, method);
  }
  assert.deepEqual(
    check('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: '/', browserContextId: 'c' }),
    { params: { behavior: 'deny', browserContextId: 'c' } },
  );
});

test('contexts end with their driver and have no proxy of their own', () => {
  const wish = {
    disposeOnDetach: false,
    proxyServer: 'direct://',
    proxyBypassList: '*',
    originsWithUniversalNetworkAccess: ['https://a.test'],
  };
  assert.deepEqual(check('Target.createBrowserContext', wish), { params: { disposeOnDetach: true } });
});

test('worlds see their own origin, whichever way it is asked for', () => {
  const wish = { frameId: 'f', grantUniveralAccess: true, grantUniversalAccess: true };
  assert.deepEqual(check('Page.createIsolatedWorld', wish), {
    params: { frameId: 'f', grantUniveralAccess: false },
  });
});

test('files of the machine are named nowhere', () => {
  assert.ok('refusal' in check('DOM.setFileInputFiles', { files: ['/etc/passwd'] }));
  const drag = (data: unknown) => check('Input.dispatchDragEvent', { type: 'drop', data });
  assert.ok('refusal' in drag({ items: [], files: ['/etc/passwd'] }));
  assert.ok('refusal' in drag({ items: [], files: '/etc/passwd' }));
  assert.ok('params' in drag({ items: [], files: [] }));
  assert.ok('params' in drag({ items: [] }));
  assert.ok('params' in drag(undefined));
});

test('pages of the web and data are shown, pages of the web are fetched', () => {
  assert.deepEqual(check('Page.navigate', { url: 'data:text/html,x' }), {
    params: { url: 'data:text/html,x' },
  });
  assert.ok('refusal' in check('Fetch.continueRequest', { requestId: '1', url: 'data:,x' }));
  assert.deepEqual(check('Target.createTarget', { url: 'HTTPS:\\\\site.test\t/a' }), {
    params: { url: 'https://site.test/a' },
  });
});

test('a name that is none is refused, and not repeated at length', () => {
  for (const method of ['Page.navigate ', 'Page', '.x', 'Page..x', 'x'.repeat(1e5), 'Page.a\u0000']) {
    const verdict = check(method);
    assert.ok('refusal' in verdict && verdict.refusal.length < 200, method.slice(0, 20));
  }
});
