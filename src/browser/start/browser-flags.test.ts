import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browserFlags, notFoundWord } from './browser-flags.ts';

const BASE = { profile: '/p', isSandboxed: true };

describe('browserFlags', () => {
  test('keeps the sandbox and the security of the web', () => {
    const flags = browserFlags(BASE).join(' ');
    assert.doesNotMatch(flags, /no-sandbox|single-process|web-security|isolat|debugging-port|insecure/);
    assert.ok(browserFlags({ ...BASE, isSandboxed: false }).includes('--no-sandbox'));
  });

  test('reaches nothing without a proxy', () => {
    const flags = browserFlags(BASE);
    assert.ok(flags.includes('--proxy-server=http://no-proxy.invalid:1'));
    assert.ok(flags.includes('--proxy-bypass-list=<-loopback>'));
    assert.ok(flags.includes('--host-resolver-rules=MAP * ^NOTFOUND, EXCLUDE 127.0.0.1'));
  });

  test('keeps an older browser from looking up names, too', () => {
    const rulesOf = (version: string) =>
      browserFlags({ ...BASE, version }).find((flag) => flag.startsWith('--host-resolver-rules='));
    assert.equal(rulesOf('118.0.5993.0'), '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
    assert.equal(rulesOf('119.0.6045.0'), '--host-resolver-rules=MAP * ^NOTFOUND, EXCLUDE 127.0.0.1');
    assert.equal(notFoundWord('HeadlessChrome/118.0.5993.0'), '~NOTFOUND');
    assert.equal(notFoundWord('HeadlessChrome/153.0.8010.0'), '^NOTFOUND');
  });

  test('lets only the proxy be looked up', () => {
    const flags = browserFlags({ ...BASE, proxyServer: 'http://egress.test:3128' });
    assert.ok(flags.includes('--proxy-server=http://egress.test:3128'));
    assert.ok(
      flags.includes('--host-resolver-rules=MAP * ^NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE egress.test'),
    );
  });

  test('takes no list of proxies, no credentials, no rule in place of one', () => {
    for (const proxyServer of [
      'direct://',
      'http://a.test:1,direct://',
      'http=a.test:1;https=direct://',
      'http://user:word@a.test:1',
      'http://a.test:1/path',
      'http://a.test:1?x',
      'http://a.test, EXCLUDE b.test',
      'a.test:1',
      '',
    ]) {
      assert.throws(() => browserFlags({ ...BASE, proxyServer }), /address of a proxy/, proxyServer);
    }
  });

  test('cookies belong to the port that set them', () => {
    assert.ok(browserFlags(BASE).includes('--enable-features=EnablePortBoundCookies'));
  });

  test('only the browser of a session begins with a page', () => {
    assert.equal(browserFlags(BASE).at(-1), '--no-startup-window');
    const flags = browserFlags({ ...BASE, isForSession: true });
    assert.equal(flags.at(-1), 'about:blank');
    assert.ok(!flags.includes('--no-startup-window'));
  });

  test('does not tell pages that it is driven', () => {
    const flags = browserFlags({ ...BASE, userAgent: 'Mozilla/5.0' });
    assert.ok(flags.includes('--disable-blink-features=AutomationControlled'));
    assert.ok(flags.includes('--user-agent=Mozilla/5.0'));
    assert.doesNotMatch(browserFlags(BASE).join(' '), /user-agent/);
  });

  test('draws without WebGL unless it is asked for', () => {
    assert.ok(browserFlags(BASE).includes('--disable-software-rasterizer'));
    assert.ok(!browserFlags({ ...BASE, hasWebGl: true }).includes('--disable-software-rasterizer'));
  });
});
