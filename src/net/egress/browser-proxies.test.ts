import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { openLoopbackSite } from '../../../test/support/loopback-site.ts';
import { fetchWith, openTestOutbound } from '../../../test/support/page-request.ts';
import { openHttpUpstream } from '../../../test/support/upstream-proxy.ts';
import { createAddressGuard } from '../guard/address-guard.ts';
import { createAllowList } from '../guard/allow-list.ts';

const POLICY = { teamId: undefined, maxBytes: 1e6 };
const REFUSED = { code: 'SCRAPE_ADDRESS_NOT_ALLOWED' };

/** Gives the proxy's answer to a plain request. */
async function ask(port: number, url: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

test('its port is closed for everyone who goes out, from its first moment to its last', async () => {
  await using site = await openLoopbackSite((_request, response) => response.end('ok'));
  await using outbound = openTestOutbound();
  const proxy = await outbound.openBrowserProxy(POLICY);
  const url = `http://site.test:${proxy.port}/`;
  // In the very turn in which it is known.
  await assert.rejects(fetchWith(outbound, url), REFUSED);
  const { signal } = new AbortController();
  await assert.rejects(
    outbound.resolveGuarded({ hostname: 'site.test', port: proxy.port, teamId: undefined }, signal),
    REFUSED,
  );
  await using other = await outbound.openBrowserProxy(POLICY);
  assert.match(await ask(other.port, url), /^HTTP\/1\.1 403 /);
  assert.match(await ask(proxy.port, url), /^HTTP\/1\.1 403 /);
  assert.match(await ask(proxy.port, `http://site.test:${other.port}/`), /^HTTP\/1\.1 403 /);
  assert.match(await ask(proxy.port, `http://site.test:${site.port}/`), /^HTTP\/1\.1 200 [^]*ok$/);
  const closing = proxy[Symbol.asyncDispose]();
  await assert.rejects(fetchWith(outbound, url), REFUSED);
  await closing;
  // Nobody listens there any more, and the port is like any other.
  await assert.rejects(fetchWith(outbound, url), { code: 'SCRAPE_SITE_ERROR' });
});

test('an operator\u2019s proxy may be private for the browser too, and is no target', async () => {
  await using site = await openLoopbackSite((_request, response) => response.end('ok'));
  await using upstream = await openHttpUpstream({ credentials: 'us:er' });
  const upstreamUrl = new URL(`http://us:er@localhost:${upstream.port}`);
  const allow = createAllowList([`127.0.0.1:${site.port}`]);
  const guard = createAddressGuard({ allow, ownPorts: () => [] });
  const url = `http://site.test:${site.port}/`;
  await using outbound = openTestOutbound({ guard, operatorProxies: [upstreamUrl] });
  await using proxy = await outbound.openBrowserProxy({ ...POLICY, upstreamUrl });
  assert.match(await ask(proxy.port, url), /^HTTP\/1\.1 200 [^]*ok$/);
  for (const target of [`http://localhost:${upstream.port}/`, 'http://10.0.0.1/']) {
    assert.match(await ask(proxy.port, target), /^HTTP\/1\.1 403 /);
  }
  assert.equal(upstream.asked.length, 1);

  await using stranger = openTestOutbound({ guard });
  await using strangers = await stranger.openBrowserProxy({ ...POLICY, upstreamUrl });
  assert.match(await ask(strangers.port, url), /^HTTP\/1\.1 502 [^]*The proxy in between failed$/);
  assert.equal(upstream.asked.length, 1);
});

test('closing the way out closes the proxies that are open', async () => {
  await using site = await openLoopbackSite((_request, response) => void response.write('x'));
  const outbound = openTestOutbound();
  const proxy = await outbound.openBrowserProxy(POLICY);
  const socket = connect(proxy.port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(`GET http://site.test:${site.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'data');
  const opening = outbound.openBrowserProxy(POLICY);
  const refusal = assert.rejects(opening, { code: 'SERVICE_UNAVAILABLE' });
  await outbound[Symbol.asyncDispose]();
  await refusal;
  await site.whenIdle();
  await assert.rejects(outbound.openBrowserProxy(POLICY), { code: 'SERVICE_UNAVAILABLE' });
  await proxy[Symbol.asyncDispose]();
});
