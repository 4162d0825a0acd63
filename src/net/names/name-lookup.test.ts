import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import {
  openDnsServer,
  type DnsQuery,
  type DnsReply,
  type DnsServer,
} from '../../../test/support/dns-server.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { createNameLookup, type NameLookupOptions } from './name-lookup.ts';
import type { Lookup } from './lookup.ts';

const { signal } = new AbortController();
const ASKER = { teamId: 'a', signal };
const FOUND = ['192.0.2.1'];
const unknown: DnsReply = { code: 'NXDOMAIN' };

interface World extends AsyncDisposable {
  lookup: Lookup;
  server: DnsServer;
  /** Names of IPv4 questions, in order. */
  names(): string[];
  write(file: 'hosts' | 'resolv' | 'nsswitch', text: string): Promise<void>;
}

/** A machine of Linux with these files, whose only name server is ours. */
async function openWorld(
  replyTo: (query: DnsQuery) => DnsReply | undefined,
  options: Partial<NameLookupOptions> & { files?: never } = {},
): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await openDnsServer(replyTo));
  const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), 'decant-names-')));
  const fileOf = (name: string): string => path.join(folder.path, name);
  const { askSystem } = options;
  const lookup = createNameLookup({
    platform: 'linux',
    files: { hosts: fileOf('hosts'), resolv: fileOf('resolv'), nsswitch: fileOf('nsswitch') },
    ...options,
    // The system's own name servers are not for tests.
    ...(askSystem ? { systemServers: [server.address] } : { servers: [server.address] }),
  });
  await writeFile(fileOf('resolv'), 'search .');
  const held = stack.move();
  return {
    lookup,
    server,
    names: () => server.queries.filter(({ type }) => type === 'A').map(({ name }) => name),
    write: (file, text) => writeFile(fileOf(file), text),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test('the hosts file comes before DNS, as it is now', async () => {
  await using world = await openWorld(() => ({ addresses: FOUND }));
  assert.deepEqual(await world.lookup('a.test', ASKER), FOUND);
  await world.write('hosts', '192.0.2.7 a.test');
  assert.deepEqual(await world.lookup('a.test', ASKER), ['192.0.2.7']);
  await world.write('hosts', '# 192.0.2.7 a.test');
  assert.deepEqual(await world.lookup('a.test', ASKER), FOUND);
});

test('names are completed as resolv.conf says, until one is known', async () => {
  await using world = await openWorld(({ name }) =>
    name === 'wiki.two.test' || name === 'www.site.test' ? { addresses: FOUND } : unknown,
  );
  await world.write('resolv', 'search one.test two.test');
  assert.deepEqual(await world.lookup('wiki', ASKER), FOUND);
  assert.deepEqual(await world.lookup('www.site.test', ASKER), FOUND);
  assert.deepEqual(world.names(), ['wiki.one.test', 'wiki.two.test', 'www.site.test']);
  await assert.rejects(world.lookup('other', ASKER), { code: 'ENOTFOUND' });
  assert.deepEqual(world.names().slice(3), ['other.one.test', 'other.two.test', 'other']);
});

test('a completed name whose server fails does not hide the next one, and is told of at the end', async () => {
  await using world = await openWorld(({ name }) => {
    if (name === 'wiki.one.test' || name === 'lost.one.test') return { code: 'SERVFAIL' };
    return name === 'wiki' ? { addresses: FOUND } : unknown;
  });
  await world.write('resolv', 'search one.test');
  assert.deepEqual(await world.lookup('wiki', ASKER), FOUND);
  await assert.rejects(world.lookup('lost', ASKER), { code: 'ESERVFAIL' });
});

test('the system is asked for names that are unknown, where it knows more than files and DNS', async () => {
  const asked: string[] = [];
  await using world = await openWorld(({ name }) => (name === 'a.test' ? { addresses: FOUND } : unknown), {
    askSystem: async (hostname) => {
      asked.push(hostname);
      return ['192.0.2.9'];
    },
  });
  await world.write('nsswitch', 'hosts: files dns');
  await assert.rejects(world.lookup('printer.local', ASKER), { code: 'ENOTFOUND' });
  await world.write('nsswitch', 'hosts: files mdns4_minimal [NOTFOUND=return] dns');
  assert.deepEqual(await world.lookup('printer.local', ASKER), ['192.0.2.9']);
  assert.deepEqual(await world.lookup('a.test', ASKER), FOUND);
  assert.deepEqual(asked, ['printer.local']);
});

describe('names that are slow', { concurrency: true }, () => {
  test('the system is not asked for names that are slow, but where no name server has ever answered', async () => {
    let asked = 0;
    await using world = await openWorld(
      ({ name }) => (name === 'a.test' ? { addresses: FOUND } : undefined),
      {
        askSystem: async () => {
          asked += 1;
          return ['192.0.2.9'];
        },
        firstPatienceMs: 100,
        resend: { timeout: 250, maxTimeout: 500, tries: 4 },
      },
    );
    await world.write('nsswitch', 'hosts: files resolve dns');
    assert.deepEqual(await world.lookup('slow.test', ASKER), ['192.0.2.9']);
    assert.deepEqual(await world.lookup('a.test', ASKER), FOUND);
    await assert.rejects(world.lookup('slow.test', ASKER), { code: 'ETIMEOUT' });
    assert.equal(asked, 1);
  });

  test('slow names of one team keep no other waiting, and nothing of them is left when they are given up', async () => {
    await using world = await openWorld(({ name }) =>
      name.endsWith('.slow.test') ? undefined : { addresses: FOUND },
    );
    const slow = Array.from({ length: 10_000 }, (_, index) => {
      const leaving = new AbortController();
      const asker = { teamId: 'a', signal: leaving.signal };
      return { leaving, asked: world.lookup(`n${index}.slow.test`, asker).catch(String) };
    });
    // Its own name has to wait, too.
    const own = new AbortController();
    const waiting = assert.rejects(world.lookup('own.test', { teamId: 'a', signal: own.signal }), /gone/);
    for (let count = 0; count < 20; count += 1) {
      assert.deepEqual(await world.lookup(`b${count}.test`, { teamId: 'b', signal }), FOUND);
    }
    const slowNames = () => new Set(world.names().filter((name) => name.endsWith('.slow.test')));
    await eventually(async () => assert.equal(slowNames().size, 32));
    for (const { leaving } of slow) leaving.abort(new Error('gone'));
    own.abort(new Error('gone'));
    assert.deepEqual(new Set(await Promise.all(slow.map(({ asked }) => asked))), new Set(['Error: gone']));
    await waiting;
    const { length } = world.server.queries;
    assert.deepEqual(await world.lookup('c.test', { teamId: 'a', signal }), FOUND);
    assert.equal(slowNames().size, 32);
    assert.equal(world.server.queries.length, length + 2, 'nothing is sent but for the one who asks');
  });
});

test('servers that the operator names stand for the system, too', async () => {
  await using world = await openWorld(() => unknown);
  await world.write('nsswitch', 'hosts: files mdns4_minimal dns');
  await assert.rejects(world.lookup('printer.local', ASKER), { code: 'ENOTFOUND' });
});
