import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLoopbackSite } from '../../../test/support/loopback-site.ts';
import { fetchWith, openTestOutbound } from '../../../test/support/page-request.ts';
import { openHttpUpstream, openSocks5Upstream } from '../../../test/support/upstream-proxy.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { parseProxyList } from '../../lib/settings/proxy-list.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { createAddressGuard } from '../../net/guard/address-guard.ts';
import { createAllowList } from '../../net/guard/allow-list.ts';
import { createProxyRotation } from '../../net/upstream/proxy-rotation.ts';
import { UpstreamError } from '../../net/upstream/upstream-error.ts';
import { upstreamFailure } from '../../net/upstream/upstream-failure.ts';
import { createTrace } from '../trace.ts';
import { chooseProxies } from './proxy-choice.ts';
import { throughProxies } from './through-proxies.ts';

/** The answer of each host ("-": directly): a status, or the name of its failure. */
type Answers = Record<string, number | ErrorCode | 'dead' | 'cannot reach'>;

interface House {
  basic?: string;
  enhanced?: string;
  proxy?: 'basic' | 'enhanced' | 'auto';
  hasEnhancedIdentity?: boolean;
  signal?: AbortSignal;
}

function openHouse({ basic = '', enhanced = '', proxy = 'auto', ...rest }: House = {}) {
  const clock = { now: () => 0 };
  const rotations = {
    basic: createProxyRotation({ entries: parseProxyList(basic), clock }),
    enhanced: createProxyRotation({ entries: parseProxyList(enhanced), clock }),
  };
  const asked: string[] = [];
  const trace = createTrace();
  const attempts = chooseProxies({
    proxy,
    country: undefined,
    hasEnhancedIdentity: rest.hasEnhancedIdentity ?? false,
    ...rotations,
  });
  return {
    ...rotations,
    asked,
    trace,
    /** Status and what is charged. */
    async get(answers: Answers, sessionKey = 'one'): Promise<string> {
      asked.length = 0;
      const { result, proxyUsed } = await throughProxies({
        attempts,
        country: undefined,
        sessionKey,
        signal: rest.signal ?? new AbortController().signal,
        trace,
        async fetch({ identity, upstream }) {
          const host = upstream?.hostname ?? '-';
          asked.push(`${identity} ${host}`);
          const answer = answers[`${identity} ${host}`] ?? answers[host] ?? 200;
          if (typeof answer === 'number') return answer;
          if (answer === 'dead') throw upstreamFailure(new UpstreamError('The proxy answered 407'), 'a.test');
          if (answer === 'cannot reach') {
            throw upstreamFailure(new UpstreamError('It answered 502', { isAboutTarget: true }), 'a.test');
          }
          throw new ServiceError(answer);
        },
        findBlock: (status) => (status === 403 ? 'status 403' : undefined),
      });
      return `${result} ${proxyUsed}`;
    },
  };
}

test('auto asks the enhanced proxy on a block only, and counts it only when it helps', async () => {
  const house = openHouse({ basic: 'http://b', enhanced: 'http://e' });
  assert.equal(await house.get({}), '200 basic');
  assert.deepEqual(house.asked, ['basic b']);
  assert.equal(await house.get({ b: 403 }), '200 stealth');
  assert.deepEqual(house.asked, ['basic b', 'enhanced e']);
  assert.equal(await house.get({ b: 403, e: 403 }), '403 basic');
  assert.equal(await house.get({ b: 403, e: 'dead' }), '403 basic');
  assert.equal(await house.get({ b: 403, e: 'SCRAPE_SSL_ERROR' }), '403 basic');
  const blocks = house.trace.steps.filter(({ step }) => step === 'blocked');
  assert.deepEqual(blocks[0]?.['reason'], 'status 403');
});

test('a kind that was asked for is used whatever comes of it', async () => {
  const lists = { basic: 'http://b', enhanced: 'http://e' };
  assert.equal(await openHouse({ ...lists, proxy: 'enhanced' }).get({ e: 403 }), '403 stealth');
  assert.equal(await openHouse({ ...lists, proxy: 'basic' }).get({ b: 403 }), '403 basic');
  assert.equal(await openHouse({ proxy: 'enhanced' }).get({}), '200 basic');
});

test('a site that hangs up is asked again from elsewhere, never from the same place', async () => {
  const house = openHouse({ enhanced: 'http://e' });
  assert.equal(await house.get({ '-': 'SCRAPE_SITE_ERROR' }), '200 stealth');
  await assert.rejects(house.get({ '-': 'SCRAPE_TIMEOUT', e: 'SCRAPE_SITE_ERROR' }), {
    code: 'SCRAPE_TIMEOUT',
  });
  await assert.rejects(house.get({ '-': 'SCRAPE_SITE_ERROR', e: 403 }), { code: 'SCRAPE_SITE_ERROR' });
  for (const code of [
    'SCRAPE_DNS_RESOLUTION_ERROR',
    'SCRAPE_SSL_ERROR',
    'SCRAPE_ADDRESS_NOT_ALLOWED',
  ] as const) {
    await assert.rejects(house.get({ '-': code }), { code });
    assert.deepEqual(house.asked, ['basic -'], code);
  }
  const direct = openHouse({ hasEnhancedIdentity: true });
  await assert.rejects(direct.get({ '-': 'SCRAPE_SITE_ERROR' }), { code: 'SCRAPE_SITE_ERROR' });
  assert.deepEqual(direct.asked, ['basic -']);
  assert.equal(await direct.get({ 'basic -': 403 }), '200 basic');
  assert.deepEqual(direct.asked, ['basic -', 'enhanced -']);
});

test('a proxy that fails is replaced by the next, three at most, and never by this machine itself', async () => {
  const basic = 'http://b1,http://b2,http://b3,http://b4';
  const house = openHouse({ basic, proxy: 'basic' });
  assert.equal(await house.get({ b1: 'dead', b2: 'cannot reach' }), '200 basic');
  assert.deepEqual(house.asked, ['basic b1', 'basic b2', 'basic b3']);
  // The session stays with the one that worked.
  assert.equal(await house.get({}), '200 basic');
  assert.deepEqual(house.asked, ['basic b3']);
  const all: Answers = { b1: 'dead', b2: 'dead', b3: 'dead', b4: 'dead' };
  await assert.rejects(house.get(all), {
    code: 'SCRAPE_PROXY_SELECTION_ERROR',
    message: 'No proxy could be used: the proxy answered 407',
  });
  assert.equal(new Set(house.asked).size, 3);
  const poor: Answers = { b1: 'cannot reach', b2: 'cannot reach', b3: 'cannot reach', b4: 'cannot reach' };
  await assert.rejects(house.get(poor), { code: 'SCRAPE_SITE_ERROR' });
  const one = openHouse({ basic: 'http://b', proxy: 'basic' });
  await assert.rejects(one.get({ b: 'dead' }), { code: 'SCRAPE_PROXY_SELECTION_ERROR' });
  assert.deepEqual(one.asked, ['basic b']);
});

test('the health of the proxies is told to their rotation', async () => {
  const house = openHouse({ basic: 'http://b1,http://b2', proxy: 'basic' });
  for (let i = 0; i < 6; i++) await house.get({ b1: 'dead' }, `session ${i}`);
  // It rests: not even the first choice of a new session.
  for (let i = 6; i < 9; i++) {
    await house.get({}, `session ${i}`);
    assert.deepEqual(house.asked, ['basic b2']);
  }
  // A failure of the site says nothing of the proxy.
  const other = openHouse({ basic: 'http://b1,http://b2', proxy: 'basic' });
  for (let i = 0; i < 9; i++) await other.get({ b1: 'SCRAPE_SITE_ERROR' }, `session ${i}`).catch(() => {});
  const both = new Set([other.basic.pick(), other.basic.pick()]);
  assert.equal(both.size, 2);
  // A session that was blocked moves on.
  const third = openHouse({ basic: 'http://b1,http://b2', proxy: 'basic' });
  await third.get({ b1: 403 });
  await third.get({});
  assert.deepEqual(third.asked, ['basic b2']);
});

test('when the time is over nothing else is tried', async () => {
  const controller = new AbortController();
  const house = openHouse({ basic: 'http://b1,http://b2', enhanced: 'http://e', signal: controller.signal });
  const reason = new ServiceError('SCRAPE_TIMEOUT');
  controller.abort(reason);
  await assert.rejects(house.get({ b1: 'dead' }), reason);
  assert.deepEqual(house.asked, ['basic b1']);
});

test('with real proxies: a dead one is passed over, a block leads to the enhanced one', async () => {
  await using site = await openLoopbackSite((request, response) => {
    response.writeHead(request.headers['x-port'] === undefined ? 200 : 403).end('page');
  });
  await using poor = await openHttpUpstream({ credentials: 'right:right' });
  await using good = await openSocks5Upstream({ credentials: 'us:er' });
  await using best = await openHttpUpstream();
  const list = `http://wrong:wrong@localhost:${poor.port},socks5://us:er@localhost:${good.port}`;
  const clock = { now: () => 0 };
  const basic = createProxyRotation({ entries: parseProxyList(list), clock });
  const entries = parseProxyList(`http://localhost:${best.port}`);
  const enhanced = createProxyRotation({ entries, clock });
  await using outbound = openTestOutbound({
    guard: createAddressGuard({ allow: createAllowList([`127.0.0.1:${site.port}`]), ownPorts: () => [] }),
    operatorProxies: [...parseProxyList(list), ...entries].map(({ url }) => url),
  });
  const country = undefined;
  const ask = (isBlocked: boolean) =>
    throughProxies({
      attempts: chooseProxies({ proxy: 'auto', country, basic, enhanced, hasEnhancedIdentity: false }),
      country,
      sessionKey: 'page',
      signal: new AbortController().signal,
      trace: createTrace(),
      fetch: ({ identity, upstream }) =>
        fetchWith(outbound, `http://site.test:${site.port}/`, {
          upstream,
          headers: isBlocked && identity === 'basic' ? { 'X-Port': '1' } : {},
        }),
      findBlock: ({ status }) => (status === 403 ? 'status 403' : undefined),
    });
  const first = await ask(false);
  assert.deepEqual([first.result.text, first.proxyUsed], ['page', 'basic']);
  assert.deepEqual([poor.asked.length, good.asked.length, best.asked.length], [1, 1, 0]);
  const second = await ask(true);
  assert.deepEqual([second.result.status, second.proxyUsed], [200, 'stealth']);
  assert.deepEqual([poor.asked.length, best.asked.length], [1, 1]);
});
