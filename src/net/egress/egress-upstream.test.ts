import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { openTestEgress } from '../../../test/support/open-test-egress.ts';
import { openLoopbackSite, openTcpSite } from '../../../test/support/loopback-site.ts';
import { openHttpUpstream, openSocks5Upstream } from '../../../test/support/upstream-proxy.ts';

const KINDS = [
  ['http', openHttpUpstream, false],
  ['https', openHttpUpstream, true],
  ['socks5', openSocks5Upstream, false],
] as const;

const BAD_GATEWAY = { message: '502 The proxy in between failed' };

test('everything goes through the upstream proxy, which is given the checked address', async () => {
  await using site = await openLoopbackSite((request, response) => response.end(request.headers.host));
  await using secure = await openLoopbackSite((_request, response) => response.end('secret'), {
    isTls: true,
  });
  for (const [scheme, open, isTls] of KINDS) {
    const credentials = 'us er:p@ss:w\u00f6rd';
    await using upstream = await open({ isTls, credentials });
    const upstreamUrl = new URL(`${scheme}://us%20er:p%40ss%3Aw%C3%B6rd@localhost:${upstream.port}`);
    await using proxy = await openTestEgress({ upstreamUrl });
    const answer = await proxy.ask(`http://site.test:${site.port}/`);
    assert.deepEqual([answer.status, answer.text], [200, `site.test:${site.port}`], scheme);
    const socket = await proxy.connectTls(`site.test:${secure.port}`, 'site.test');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [text] = (await once(socket, 'data')) as [Buffer];
    assert.match(text.toString(), /secret$/);
    assert.deepEqual(upstream.asked, [
      { target: `127.0.0.1:${site.port}`, credentials },
      { target: `127.0.0.1:${secure.port}`, credentials },
    ]);
  }
});

test('what a site says first is not lost in the handshake', async () => {
  await using site = await openTcpSite((socket) => socket.end('hello'));
  for (const [scheme, open, isTls] of KINDS) {
    await using upstream = await open({ isTls });
    await using proxy = await openTestEgress({
      upstreamUrl: new URL(`${scheme}://127.0.0.1:${upstream.port}`),
    });
    const text = await proxy.say(`CONNECT site.test:${site.port} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(text, /established\r\n\r\nhello$/, scheme);
  }
});

test('a refused address is refused before the proxy hears of it', async () => {
  for (const [scheme, open, isTls] of KINDS) {
    await using upstream = await open({ isTls });
    const upstreamUrl = new URL(`${scheme}://127.0.0.1:${upstream.port}`);
    await using proxy = await openTestEgress({
      upstreamUrl,
      allow: [`127.0.0.1:${upstream.port}`],
      lookup: async (name) => (name === 'inner.test' ? ['10.0.0.1'] : []),
    });
    for (const place of ['inner.test:80', 'localhost:80', '169.254.169.254:80', '2130706433:80', '[::1]:80'])
      await assert.rejects(proxy.connect(place), { message: '403 This address may not be reached' }, place);
    await assert.rejects(proxy.connect('missing.test:80'), {
      message: '502 The host name could not be resolved',
    });
    assert.deepEqual(upstream.asked, []);
  }
});

test('the proxy itself is connected to like any site', async () => {
  await using upstream = await openHttpUpstream();
  const upstreamUrl = new URL(`http://127.0.0.1:${upstream.port}`);
  await using proxy = await openTestEgress({ upstreamUrl, allow: [] });
  await assert.rejects(proxy.connect('93.184.216.34:80'), BAD_GATEWAY);
  assert.deepEqual(upstream.asked, []);
  assert.equal(proxy.reports[0]?.refusal, 'upstream');
  await using secure = await openHttpUpstream({ isTls: true });
  // The certificate is for another name.
  await using strict = await openTestEgress({ upstreamUrl: new URL(`https://wrong.test:${secure.port}`) });
  await assert.rejects(strict.connect('93.184.216.34:80'), BAD_GATEWAY);
});

test('the next address is tried when the proxy cannot reach one, IPv4 before IPv6', async () => {
  await using site = await openTcpSite((socket) => socket.end('hello'));
  for (const [scheme, open, isTls] of KINDS) {
    await using upstream = await open({ isTls, mayReach: (target) => target.startsWith('127.0.0.1:') });
    await using proxy = await openTestEgress({
      upstreamUrl: new URL(`${scheme}://127.0.0.1:${upstream.port}`),
      lookup: async () => ['::1', '127.0.0.3', '127.0.0.1'],
    });
    (await proxy.connect(`a.test:${site.port}`)).destroy();
    const { port } = site;
    assert.deepEqual(
      upstream.asked.map(({ target }) => target),
      [`127.0.0.3:${port}`, `127.0.0.1:${port}`],
    );
    await using poor = await open({ isTls, mayReach: () => false });
    await using other = await openTestEgress({
      upstreamUrl: new URL(`${scheme}://127.0.0.1:${poor.port}`),
      lookup: async () => ['::1', '127.0.0.3', '127.0.0.1'],
    });
    await assert.rejects(other.connect(`a.test:${port}`), BAD_GATEWAY);
    assert.match(poor.asked[2]?.target ?? '', /^\[(::1|0000:[0:]+:0001)\]:/);
  }
});

test('wrong credentials, silence, nonsense and a closed connection end in a bad gateway', async () => {
  for (const [scheme, open, isTls] of KINDS) {
    await using upstream = await open({ isTls, credentials: 'right:right' });
    for (const user of ['', 'wrong:wrong@']) {
      await using proxy = await openTestEgress({
        upstreamUrl: new URL(`${scheme}://${user}127.0.0.1:${upstream.port}`),
      });
      await assert.rejects(proxy.connect('site.test:80'), BAD_GATEWAY, `${scheme} ${user}`);
      assert.equal((await proxy.ask('http://site.test/')).status, 502);
    }
  }
  for (const scheme of ['http', 'socks5'])
    for (const nonsense of [
      '',
      'SSH-2.0\r\n\r\n',
      '\x05\xff',
      '\x05\x00\x05\x00\x00\x09',
      'x'.repeat(40_000),
    ]) {
      await using upstream = await openTcpSite((socket) => socket.end(nonsense, 'latin1'));
      await using proxy = await openTestEgress({
        upstreamUrl: new URL(`${scheme}://127.0.0.1:${upstream.port}`),
      });
      await assert.rejects(proxy.connect('site.test:80'), BAD_GATEWAY, `${scheme} ${nonsense}`);
      await upstream.whenIdle();
    }
  for (const scheme of ['http', 'https', 'socks5']) {
    await using silent = await openTcpSite(() => {});
    await using proxy = await openTestEgress({
      upstreamUrl: new URL(`${scheme}://127.0.0.1:${silent.port}`),
      limits: { connectMs: 50 },
    });
    await assert.rejects(proxy.connect('site.test:80'), { message: '504 The site did not answer in time' });
    await silent.whenIdle();
  }
});

test('an unknown kind of proxy is refused when the policy is opened', async () => {
  for (const url of ['ftp://127.0.0.1', 'socks4://127.0.0.1', 'socks5:x'])
    await assert.rejects(openTestEgress({ upstreamUrl: new URL(url) }), { code: 'BAD_REQUEST' }, url);
});
