import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDnsServer, type DnsReply, type DnsServer } from '../../../test/support/dns-server.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { askDns } from './ask-dns.ts';

const { signal } = new AbortController();

function ask(name: string, ...servers: DnsServer[]): Promise<readonly string[]> {
  return askDns({ name, servers: servers.map(({ address }) => address), signal });
}

const answering = (reply: DnsReply) => openDnsServer(() => reply);
/** Only one of the two questions ever gets an answer. */
const answeringOnly = (type: string, reply: DnsReply) =>
  openDnsServer((query) => (query.type === type ? reply : undefined));

test('both families are asked for', async () => {
  await using server = await answering({ addresses: ['192.0.2.1', '2001:db8::1', '192.0.2.2'] });
  const addresses = await ask('a.test', server);
  assert.deepEqual(addresses.toSorted(), ['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  assert.deepEqual(server.queries.map(({ type }) => type).toSorted(), ['A', 'AAAA']);
});

test('a name with one family has that one', async () => {
  await using six = await answering({ addresses: ['2001:db8::1'] });
  assert.deepEqual(await ask('a.test', six), ['2001:db8::1']);
  await using four = await openDnsServer(({ type }) =>
    type === 'A' ? { addresses: ['192.0.2.1'] } : { code: 'NXDOMAIN' },
  );
  assert.deepEqual(await ask('a.test', four), ['192.0.2.1']);
  await using half = await openDnsServer(({ type }) =>
    type === 'A' ? { addresses: ['192.0.2.1'] } : { code: 'SERVFAIL' },
  );
  assert.deepEqual(await ask('a.test', half), ['192.0.2.1']);
});

test('a family that is never answered does not hold back the other', async () => {
  await using server = await answeringOnly('A', { addresses: ['192.0.2.1'] });
  const servers = [server.address];
  assert.deepEqual(await askDns({ name: 'a.test', servers, otherFamilyMs: 50, signal }), ['192.0.2.1']);
});

test('other names, odd characters and answers that need TCP', async () => {
  await using server = await openDnsServer(({ name, protocol }) => {
    if (name === 'alias.test') return { alias: 'real.test', addresses: ['192.0.2.1'] };
    if (name === 'a_b.test' || name === 'xn--bcher-kva.test') return { addresses: ['192.0.2.2'] };
    if (name === 'long.test') return { addresses: ['192.0.2.3'], isTruncated: true };
    assert.fail(`${name} over ${protocol}`);
  });
  assert.deepEqual(await ask('alias.test', server), ['192.0.2.1']);
  assert.deepEqual(await ask('a_b.test', server), ['192.0.2.2']);
  assert.deepEqual(await ask('xn--bcher-kva.test', server), ['192.0.2.2']);
  assert.deepEqual(await ask('long.test', server), ['192.0.2.3']);
  assert.ok(server.queries.some(({ name, protocol }) => name === 'long.test' && protocol === 'tcp'));
});

test('no such name and no address of it are the same; what is no name is not asked for', async () => {
  await using none = await answering({ code: 'NXDOMAIN' });
  await using empty = await answering({});
  const unknown = { name: 'DnsError', code: 'ENOTFOUND' };
  await assert.rejects(ask('a.test', none), unknown);
  await assert.rejects(ask('a.test', empty), unknown);
  for (const name of ['a..test', `${'a'.repeat(64)}.test`, `${'abcdefg.'.repeat(32)}test`]) {
    await assert.rejects(ask(name, none), unknown);
  }
  assert.equal(none.queries.length, 2);
});

test('a server that fails or refuses is no answer while there is another', async () => {
  await using good = await answering({ addresses: ['192.0.2.1'] });
  for (const code of ['SERVFAIL', 'REFUSED', 'NOTIMP', 'FORMERR'] as const) {
    await using bad = await answering({ code });
    assert.deepEqual(await ask('a.test', bad, good), ['192.0.2.1'], code);
    await assert.rejects(ask('a.test', bad), { code: `E${code}` });
  }
  await using unknown = await answering({ code: 'NXDOMAIN' });
  const { length } = good.queries;
  await assert.rejects(ask('a.test', unknown, good), { code: 'ENOTFOUND' });
  assert.equal(good.queries.length, length, 'nobody else is asked for a name that there is not');
});

test('where nobody listens it says so, or asks the next server', async () => {
  const closed = await answering({});
  await closed[Symbol.asyncDispose]();
  await assert.rejects(ask('a.test', closed), { code: 'ECONNREFUSED' });
  await using good = await answering({ addresses: ['192.0.2.1'] });
  assert.deepEqual(await ask('a.test', closed, good), ['192.0.2.1']);
});

test('a packet that is lost is sent again', async () => {
  const seen = new Set<string>();
  await using server = await openDnsServer(({ type }) => {
    if (seen.has(type)) return { addresses: ['192.0.2.1'] };
    seen.add(type);
    return undefined;
  });
  const servers = [server.address];
  const resend = { timeout: 100, maxTimeout: 3_000, tries: 8 };
  assert.deepEqual(await askDns({ name: 'a.test', servers, resend, signal }), ['192.0.2.1']);
});

test('whoever gives up leaves nothing behind', async () => {
  await using server = await openDnsServer(() => undefined);
  const leaving = new AbortController();
  const asking = askDns({ name: 'a.test', servers: [server.address], signal: leaving.signal });
  await eventually(async () => assert.equal(server.queries.length, 2));
  leaving.abort(new Error('gone'));
  await assert.rejects(asking, /gone/);
  await assert.rejects(askDns({ name: 'a.test', servers: [server.address], signal: leaving.signal }), /gone/);
});
