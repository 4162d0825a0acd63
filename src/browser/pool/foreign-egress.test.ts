import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLoopbackSite } from '../../../test/support/loopback-site.ts';
import { fetchWith, openTestOutbound } from '../../../test/support/page-request.ts';
import { createForeignEgress } from './foreign-egress.ts';

const POLICY = { teamId: undefined, maxBytes: 1e6 };

async function findFreePort(): Promise<number> {
  await using site = await openLoopbackSite(() => undefined);
  return site.port;
}

test('without a way of ours and without a word of the operator nothing gets out', async () => {
  await using outbound = openTestOutbound();
  const { openBrowserProxy } = outbound;
  const foreign = createForeignEgress({ openBrowserProxy, address: undefined, isNetworkSafe: false });
  assert.match(foreign.problem ?? '', /DECANT_EGRESS_ADDRESS.*DECANT_BROWSER_NETWORK=safe/);
  await assert.rejects(foreign.openEgress(POLICY), { code: 'SERVICE_UNAVAILABLE' });
});

test('a safe network is left to itself, but for what only our proxies can do', async () => {
  await using outbound = openTestOutbound();
  const { openBrowserProxy } = outbound;
  const foreign = createForeignEgress({ openBrowserProxy, address: undefined, isNetworkSafe: true });
  assert.equal(foreign.problem, undefined);
  await using egress = await foreign.openEgress(POLICY);
  assert.equal(egress.proxyServer, undefined);
  const upstreamUrl = new URL('http://proxy.test:1');
  await assert.rejects(foreign.openEgress({ ...POLICY, upstreamUrl }), { code: 'FEATURE_NOT_AVAILABLE' });
});

test('each way out has a port of the range; who finds none waits, one that is taken is passed over', async () => {
  await using outbound = openTestOutbound();
  const { openBrowserProxy } = outbound;
  const port = await findFreePort();
  const foreign = createForeignEgress({
    openBrowserProxy,
    // Even where only proxies of ours are safe enough.
    isNetworkSafe: true,
    address: { host: '127.0.0.1', fromPort: port, toPort: port },
  });
  const first = await foreign.openEgress(POLICY);
  assert.equal(first.proxyServer, `http://127.0.0.1:${port}`);
  // One of our own ports, as ever.
  await assert.rejects(fetchWith(outbound, `http://site.test:${port}/`), {
    code: 'SCRAPE_ADDRESS_NOT_ALLOWED',
  });
  const order: string[] = [];
  const second = foreign.openEgress(POLICY).then((egress) => {
    order.push('second');
    return egress;
  });
  await new Promise((resolve) => setImmediate(resolve));
  order.push('closed');
  await Promise.all([first[Symbol.asyncDispose](), first[Symbol.asyncDispose]()]);
  const next = await second;
  assert.deepEqual(order, ['closed', 'second']);
  await next[Symbol.asyncDispose]();

  await using taken = await openLoopbackSite(() => undefined, { port });
  assert.equal(taken.port, port);
  await assert.rejects(foreign.openEgress(POLICY), {
    code: 'SERVICE_UNAVAILABLE',
    message: /are used by others/,
  });
  const wider = createForeignEgress({
    openBrowserProxy,
    isNetworkSafe: false,
    address: { host: 'localhost', fromPort: port, toPort: port + 20 },
  });
  await using egress = await wider.openEgress(POLICY);
  assert.match(egress.proxyServer ?? '', /^http:\/\/localhost:\d+$/);
  assert.notEqual(egress.proxyServer, `http://localhost:${port}`);
});
