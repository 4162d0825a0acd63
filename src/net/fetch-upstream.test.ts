import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { openLoopbackSite, openTcpSite, TEST_CERTIFICATE } from '../../test/support/loopback-site.ts';
import { fetchWith, openTestOutbound } from '../../test/support/page-request.ts';
import { openHttpUpstream, openSocks5Upstream } from '../../test/support/upstream-proxy.ts';
import type { ServiceError } from '../lib/service-error.ts';
import { createAddressGuard } from './guard/address-guard.ts';
import { createAllowList } from './guard/allow-list.ts';
import type { Outbound, OutboundOptions } from './outbound.ts';
import { isUpstreamFailure } from './upstream/upstream-failure.ts';

const KINDS = [
  ['http', openHttpUpstream, false],
  ['https', openHttpUpstream, true],
  ['socks5', openSocks5Upstream, false],
] as const;

const CREDENTIALS = 'us er:p@ss:w\u00f6rd';
const USER = 'us%20er:p%40ss%3Aw%C3%B6rd@';

/** An outbound with these proxies; callers may reach the sites given, and of this machine nothing else. */
function openProxied(upstream: URL, sites: number[], options: Partial<OutboundOptions> = {}) {
  const allow = createAllowList(sites.map((port) => `127.0.0.1:${port}`));
  return openTestOutbound({
    guard: createAddressGuard({ allow, ownPorts: () => [] }),
    certificateAuthorities: [TEST_CERTIFICATE],
    operatorProxies: [upstream],
    ...options,
  });
}

/** Rejects with a ServiceError whose text names neither proxy nor credentials. */
async function failureOf(work: Promise<unknown>, upstream: URL): Promise<ServiceError> {
  const error = (await work.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  )) as ServiceError;
  assert.equal(error.name, 'ServiceError', String(error.stack));
  assert.ok(!error.message.includes(upstream.port), error.message);
  assert.doesNotMatch(`${error.message} ${JSON.stringify(error.details)}`, /127\.|localhost|ss:|p%40|us.?er/);
  return error;
}

describe('through a proxy', { concurrency: true }, () => {
  test('a site that answers nothing is late, not the proxy', async () => {
    await using silent = await openTcpSite(() => {});
    await using proxy = await openHttpUpstream();
    const upstream = new URL(`http://localhost:${proxy.port}`);
    await using outbound = openProxied(upstream, [silent.port], {
      limits: { connectMs: 60_000, firstByteMs: 60 },
    });
    const late = fetchWith(outbound, `http://site.test:${silent.port}/`, { upstream });
    const error = await failureOf(late, upstream);
    assert.deepEqual([error.code, isUpstreamFailure(error)], ['SCRAPE_TIMEOUT', false]);
  });

  test('pages come through the proxy, which is given the checked address; TLS ends at the site', async () => {
    await using site = await openLoopbackSite((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { Location: '/arrived', 'Set-Cookie': 'a=1' });
      response.end(`${request.headers.host} ${request.headers.cookie ?? ''}`);
    });
    await using secure = await openLoopbackSite((_request, response) => response.end('secret'), {
      isTls: true,
    });
    for (const [scheme, open, isTls] of KINDS) {
      await using proxy = await open({ isTls, credentials: CREDENTIALS });
      const upstream = new URL(`${scheme}://${USER}localhost:${proxy.port}`);
      await using outbound = openProxied(upstream, [site.port, secure.port]);
      const page = await fetchWith(outbound, `http://site.test:${site.port}/moved`, { upstream });
      assert.deepEqual(
        [page.status, page.text, page.redirects.length],
        [200, `site.test:${site.port} a=1`, 1],
        scheme,
      );
      const url = `https://site.test:${secure.port}/`;
      const page2 = await fetchWith(outbound, url, { upstream, skipTlsVerification: false });
      assert.equal(page2.text, 'secret');
      // Both hops went through one connection.
      assert.deepEqual(proxy.asked, [
        { target: `127.0.0.1:${site.port}`, credentials: CREDENTIALS },
        { target: `127.0.0.1:${secure.port}`, credentials: CREDENTIALS },
      ]);
      const wrongName = fetchWith(outbound, `https://other.test:${secure.port}/`, {
        upstream,
        skipTlsVerification: false,
      });
      assert.equal((await failureOf(wrongName, upstream)).code, 'SCRAPE_SSL_ERROR');
    }
  });

  test('direct requests and those through other proxies or credentials never share a connection', async () => {
    await using site = await openLoopbackSite((_request, response) => response.end('ok'));
    await using proxy = await openHttpUpstream({ credentials: 'a:a' });
    const upstream = new URL(`http://a:a@127.0.0.1:${proxy.port}`);
    const other = new URL(`http://b:b@127.0.0.1:${proxy.port}`);
    await using outbound = openProxied(upstream, [site.port]);
    const url = `http://site.test:${site.port}/`;
    await fetchWith(outbound, url, { upstream });
    await fetchWith(outbound, url);
    await assert.rejects(fetchWith(outbound, url, { upstream: other }), {
      code: 'SCRAPE_PROXY_SELECTION_ERROR',
    });
    await fetchWith(outbound, url, { upstream: new URL(upstream) });
    await fetchWith(outbound, url);
    assert.deepEqual(
      proxy.asked.map(({ credentials }) => credentials),
      ['a:a', 'b:b'],
    );
    assert.deepEqual([site.sockets.length, site.requests.length], [2, 4]);
  });

  test('a private target is refused, and the proxy is never asked', async () => {
    await using site = await openLoopbackSite((request, response) =>
      response.writeHead(302, { Location: request.url?.slice(1) }).end(),
    );
    for (const [scheme, open, isTls] of KINDS) {
      await using proxy = await open({ isTls });
      const upstream = new URL(`${scheme}://localhost:${proxy.port}`);
      await using outbound = openProxied(upstream, [site.port], {
        lookup: async (name) => (name === 'inner.test' ? ['10.0.0.1'] : ['127.0.0.1']),
      });
      const targets = [
        'http://127.0.0.1/',
        'http://localhost/',
        'http://inner.test/',
        'https://169.254.169.254/',
        'http://[::1]/',
        'http://2130706433/',
        // The proxy is open for our own requests through it, not for those of callers.
        `http://localhost:${proxy.port}/`,
        `http://127.0.0.1:${proxy.port}/`,
      ];
      for (const target of targets) {
        for (const url of [target, `http://site.test:${site.port}/${target}`]) {
          const error = { code: 'SCRAPE_ADDRESS_NOT_ALLOWED' };
          await assert.rejects(fetchWith(outbound, url, { upstream }), error, `${scheme} ${url}`);
          await assert.rejects(fetchWith(outbound, url), error, url);
        }
      }
      assert.deepEqual(new Set(proxy.asked.map(({ target }) => target)), new Set([`127.0.0.1:${site.port}`]));
    }
  });

  test('only the operator\u2019s proxy may be private, by host and port, and never one of our own ports', async () => {
    await using proxy = await openHttpUpstream();
    const upstream = new URL(`http://localhost:${proxy.port}`);
    const ask = async (url: URL, options: Partial<OutboundOptions>): Promise<ServiceError> => {
      await using outbound = openProxied(upstream, [], options);
      return await failureOf(fetchWith(outbound, 'http://93.184.216.34/', { upstream: url }), upstream);
    };
    const allow = createAllowList([]);
    for (const [url, options] of [
      [upstream, { operatorProxies: [] }],
      [new URL(`http://127.0.0.1:${proxy.port}`), {}],
      [upstream, { operatorProxies: [new URL('http://localhost:1')] }],
      [upstream, { guard: createAddressGuard({ allow, ownPorts: () => [proxy.port] }) }],
    ] as const) {
      const error = await ask(url, options);
      assert.equal(error.code, 'SCRAPE_PROXY_SELECTION_ERROR');
      assert.equal(error.message, 'No proxy could be used: the proxy cannot be reached');
      assert.ok(isUpstreamFailure(error));
    }
    assert.deepEqual(proxy.asked, []);
  });

  test('a proxy that is dead, refuses us or talks nonsense is told of as such', async () => {
    await using site = await openLoopbackSite((_request, response) => response.end('ok'));
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port: deadPort } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, 'close');
    const url = `http://site.test:${site.port}/`;
    for (const [scheme, open, isTls] of KINDS) {
      await using strict = await open({ isTls, credentials: CREDENTIALS });
      await using nonsense = await openTcpSite((socket) => socket.end('SSH-2.0\r\n\r\n'));
      await using poor = await open({ isTls, mayReach: () => false });
      for (const [place, code, message] of [
        [`localhost:${deadPort}`, 'SCRAPE_PROXY_SELECTION_ERROR', /the proxy cannot be reached$/],
        ['missing.example:3128', 'SCRAPE_PROXY_SELECTION_ERROR', /the proxy cannot be reached$/],
        [`us:er@localhost:${strict.port}`, 'SCRAPE_PROXY_SELECTION_ERROR', /: the proxy /],
        [`localhost:${strict.port}`, 'SCRAPE_PROXY_SELECTION_ERROR', /: the proxy /],
        [`localhost:${nonsense.port}`, 'SCRAPE_PROXY_SELECTION_ERROR', /: the proxy /],
        [`localhost:${poor.port}`, 'SCRAPE_SITE_ERROR', /^site\.test cannot be reached through the proxy$/],
      ] as const) {
        const upstream = new URL(`${scheme}://${place}`);
        await using outbound = openProxied(upstream, [site.port]);
        const error = await failureOf(fetchWith(outbound, url, { upstream }), upstream);
        assert.equal(error.code, code, `${scheme} ${place}`);
        assert.match(error.message, message, `${scheme} ${place}`);
        assert.ok(isUpstreamFailure(error));
      }
    }
    assert.equal(site.sockets.length, 0);
  });
});

test('who is late on the way: the proxy, the tunnel through it, the name server or the site', async (t) => {
  // Time passes when the one that is late has been asked, and only then: nobody else can be.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked = new EventEmitter();
  const limits = { connectMs: 1_000, firstByteMs: 60_000 };
  const failureWhenAsked = async (
    outbound: Outbound,
    url: string,
    { upstream, ms }: { upstream: URL; ms: number },
  ): Promise<ServiceError> => {
    const whenAsked = once(asked, 'asked');
    const failure = failureOf(fetchWith(outbound, url, { upstream }), upstream);
    await Promise.race([whenAsked, failure]);
    t.mock.timers.tick(ms);
    return failure;
  };
  await using silent = await openTcpSite((socket) => socket.once('data', () => asked.emit('asked')));
  await using proxy = await openHttpUpstream();
  for (const scheme of ['http', 'socks5', 'https']) {
    const upstream = new URL(`${scheme}://localhost:${silent.port}`);
    await using outbound = openProxied(upstream, [silent.port], { limits });
    // The way to the proxy itself gets half of the time.
    const ms = scheme === 'https' ? limits.connectMs / 2 : limits.connectMs;
    const error = await failureWhenAsked(outbound, `http://site.test:${silent.port}/`, { upstream, ms });
    // The handshake of TLS is with the proxy; the answer to the others may wait for the site.
    assert.equal(error.code, scheme === 'https' ? 'SCRAPE_PROXY_SELECTION_ERROR' : 'SCRAPE_TIMEOUT', scheme);
    assert.ok(isUpstreamFailure(error), scheme);
  }
  const upstream = new URL(`http://localhost:${proxy.port}`);
  await using outbound = openProxied(upstream, [silent.port], {
    limits,
    lookup(name) {
      if (name !== 'slow.test') return Promise.resolve(['127.0.0.1']);
      asked.emit('asked');
      return new Promise(() => {});
    },
  });
  for (const host of ['slow.test', 'site.test']) {
    const secure = `https://${host}:${silent.port}/`;
    const error = await failureWhenAsked(outbound, secure, { upstream, ms: limits.connectMs });
    assert.deepEqual([error.code, isUpstreamFailure(error)], ['SCRAPE_TIMEOUT', false], host);
  }
});

test('the pools that are longest out of use are closed, those at work are not, and all in the end', async () => {
  await using site = await openLoopbackSite((request, response) => {
    if (request.url !== '/waits') response.end('ok');
  });
  await using proxy = await openHttpUpstream();
  const upstreams = Array.from({ length: 70 }, (_, i) => new URL(`http://127.0.0.${i + 1}:${proxy.port}`));
  const [first = assert.fail()] = upstreams;
  const outbound = openProxied(first, [site.port], {
    // All of 127.0.0.0/8 is this machine, but only the first address is listened on.
    operatorProxies: [],
    guard: createAddressGuard({ allow: createAllowList(['127.0.0.0/8']), ownPorts: () => [] }),
  });
  const page = `http://site.test:${site.port}/`;
  const useOthers = async (): Promise<void> => {
    for (const upstream of upstreams.slice(1)) {
      await assert.rejects(fetchWith(outbound, page, { upstream }), { code: 'SCRAPE_PROXY_SELECTION_ERROR' });
    }
  };
  await fetchWith(outbound, page, { upstream: first });
  await useOthers();
  await site.whenIdle();

  const waiting = assert.rejects(fetchWith(outbound, `${page}waits`, { upstream: first }), {
    code: 'SERVICE_UNAVAILABLE',
  });
  await eventually(async () => assert.equal(site.requests.length, 2));
  await useOthers();
  // At work while all the others came, so it was kept.
  assert.ok(site.sockets.some(({ destroyed }) => !destroyed));
  await fetchWith(outbound, page, { upstream: first });
  assert.equal(site.requests.length, 3);
  await outbound[Symbol.asyncDispose]();
  await waiting;
  await site.whenIdle();
  await assert.rejects(fetchWith(outbound, page, { upstream: first }), { code: 'SERVICE_UNAVAILABLE' });
});
