import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { openWatchClient, type WatchClient } from '../../../../test/support/watch-client.ts';
import { NO_API_KEY, type Caller } from '../../../accounts/caller.ts';
import { createSignIns } from '../../../accounts/sign-ins.ts';
import type { App } from '../../../app.ts';
import { JsonText } from '../../../lib/json/json-text.ts';
import type { JobProgress } from '../../../jobs/status/job-status.ts';
import type { JobNews, WatchOptions } from '../../../jobs/status/watch-feed.ts';
import { createBlobUrls } from '../../../features/blobs/sign-blob.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { silentLog } from '../../../lib/log/log.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { isWebSocketRequest, routeUpgrades } from '../upgrades.ts';
import { watchJobs, type WatchSettings } from './watch.ts';

const CALLER = { team: { id: 'team' }, apiKeyId: NO_API_KEY } as Caller;
const ID = '0190aaaa-1111-7222-8333-444455556666';
const PROGRESS = { status: 'scraping', completed: 0, total: 0, creditsUsed: 0 } as JobProgress;
const CATCHUP: JobNews = { kind: 'catchup', progress: PROGRESS, documents: [], isAll: false };
const END: JobNews = { kind: 'end', progress: { ...PROGRESS, status: 'completed' } };

type WatchApp = Pick<
  App,
  'authenticate' | 'authenticateDigest' | 'signIns' | 'checkRateLimit' | 'watchJob' | 'watchTeamJob' | 'log'
>;
type Watch = (options: WatchOptions) => AsyncGenerator<JobNews>;

interface Door extends AsyncDisposable {
  url: string;
  port: number;
  /** Ends the watchers, as a stop of the service does. */
  close(): Promise<void>;
  /** How the watches of jobs ended: true when their generator was let go. */
  ended: boolean[];
}

/** The door for watchers with an app of whose jobs `watch` tells. */
async function openDoor(
  watch: Watch,
  { app = {}, ...settings }: Partial<WatchSettings> & { app?: Partial<WatchApp> } = {},
): Promise<Door> {
  const ended: boolean[] = [];
  const server = createServer({ shouldUpgradeCallback: isWebSocketRequest });
  const watching = watchJobs(
    {
      authenticate: async () => CALLER,
      authenticateDigest: async () => CALLER,
      signIns: createSignIns({ secret: 'secret of these tests', clock: systemClock }),
      async *watchTeamJob() {},
      checkRateLimit: async () => undefined,
      blobUrls: createBlobUrls({ secret: 'secret of these tests', clock: systemClock }),
      log: silentLog,
      async *watchJob(_caller, _kind, _id, options) {
        const at = ended.push(false) - 1;
        try {
          yield* watch(options);
        } finally {
          ended[at] = true;
        }
      },
      ...app,
    },
    {
      http: { host: '127.0.0.1', publicUrl: undefined, isProxyTrusted: false },
      auth: { isRequired: true, apiKey: undefined },
      signInOf: () => undefined,
      onAnswer: () => undefined,
      ...settings,
    },
  );
  const upgrades = routeUpgrades(server, {}, watching);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => upgrades[Symbol.asyncDispose]();
  return {
    url: `http://127.0.0.1:${port}/v2/crawl/${ID}`,
    port,
    ended,
    close,
    async [Symbol.asyncDispose]() {
      await close();
      server.close();
      await once(server, 'close');
    },
  };
}

const open = ({ url }: Door): Promise<WatchClient> => openWatchClient(url, { key: 'fc-key' });

async function firstFrame({ frames, socket }: WatchClient): Promise<void> {
  if (frames.length === 0) await once(socket, 'message');
}

/** Tells that a job runs, and then nothing until the watcher goes. */
async function* runsOn({ signal }: WatchOptions): AsyncGenerator<JobNews> {
  yield CATCHUP;
  if (!signal.aborted) await once(signal, 'abort');
}

/** A peer that opens a WebSocket and never answers a ping. */
async function openSilentPeer(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `GET /v2/crawl/${ID} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  );
  socket.on('error', () => undefined);
  await once(socket, 'data');
  return socket;
}

test('a peer that is dead is cut off; one that answers pings stays', async () => {
  await using door = await openDoor(runsOn, { pingMs: 40 });
  const alive = await open(door);
  const pings: unknown[] = [];
  alive.socket.on('ping', (data) => void pings.push(data));
  const silent = await openSilentPeer(door.port);
  silent.resume();
  await once(silent, 'close');
  while (pings.length < 8) await once(alive.socket, 'ping');
  assert.equal(alive.socket.readyState, alive.socket.OPEN);
  assert.deepEqual(door.ended, [false, true]);
});

test('a peer that reads nothing is cut off, and only so much is sent to it', async () => {
  const portion: JobNews = {
    kind: 'documents',
    documents: [JsonText.of(JSON.stringify('x'.repeat(1_000_000)))],
  };
  let portions = 0;
  await using door = await openDoor(
    async function* endless() {
      yield CATCHUP;
      for (; portions < 1_000; portions++) yield portion;
    },
    { pingMs: 40 },
  );
  const silent = await openSilentPeer(door.port);
  silent.pause();
  while (door.ended[0] !== true) await new Promise(setImmediate);
  assert.ok(portions <= 2, `${portions} MB`);
  silent.destroy();
});

test('a slow reader gets everything, however long it takes', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const documents = Array.from({ length: 6 }, (_, at) =>
    JsonText.of(JSON.stringify({ at, text: 'x'.repeat(500_000) })),
  );
  await using door = await openDoor(async function* large() {
    yield { kind: 'catchup', progress: PROGRESS, documents, isAll: false };
    yield END;
  });
  const { socket, documents: received, closed } = await open(door);
  const underlying = (socket as unknown as { _socket: Socket })._socket;
  const reader = { bytes: 0, looks: 0 };
  // Half a minute for each piece: whether the peer still lives is looked at after each.
  underlying.on('data', ({ length }: Buffer) => {
    reader.bytes += length;
    if (reader.bytes < 64 * 1024) return;
    reader.bytes = 0;
    reader.looks++;
    socket.pause();
    t.mock.timers.tick(30_000);
    void turns(10).then(() => socket.resume());
  });
  assert.equal((await closed).code, 1000);
  assert.ok(reader.looks >= 30, `${reader.looks} looks`);
  assert.deepEqual(
    received().map(({ at }) => at),
    documents.map((_, at) => at),
  );
});

/** In which what was sent over loopback arrives. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

test('a team has so many watchers; places are given back', async () => {
  await using door = await openDoor(runsOn, { maxWatchersPerTeam: 2 });
  const [first] = [await open(door), await open(door)];
  const third = await open(door);
  const { code, reason } = await third.closed;
  assert.equal(code, 1013);
  assert.match(reason, /too many watchers/);
  assert.deepEqual(third.frames, []);
  first?.socket.close();
  await first?.closed;
  while (!door.ended.includes(true)) await new Promise(setImmediate);
  const fourth = await open(door);
  await firstFrame(fourth);
  assert.equal(fourth.frames[0]?.type, 'catchup');
});

test('watchers get smaller portions while much is on its way to others', async () => {
  const sizes: number[] = [];
  const isOver = new AbortController();
  await using door = await openDoor(async function* sized(options) {
    sizes.push(options.batchBytes('catchup'));
    // The documents that were asked for are being read.
    if (sizes.length <= 200) await once(isOver.signal, 'abort');
    yield CATCHUP;
    yield END;
  });
  const watchers: WatchClient[] = [];
  for (let count = 0; count < 200; count++) watchers.push(await open(door));
  while (sizes.length < 200) await new Promise(setImmediate);
  assert.ok(sizes[0] !== undefined && sizes[0] < 10 * 1024 * 1024 && sizes[0] > 9 * 1024 * 1024);
  assert.equal(sizes.at(-1), 256 * 1024);
  assert.ok(sizes.every((size, index) => index === 0 || size <= (sizes[index - 1] ?? 0)));
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) < (128 + 200 / 4) * 1024 * 1024);
  isOver.abort();
  for (const { closed } of watchers) await closed;
  await (
    await open(door)
  ).closed;
  assert.equal(sizes.at(-1), sizes[0]);
});

test('a limit of requests holds for watchers', async () => {
  await using door = await openDoor(runsOn, {
    app: { checkRateLimit: () => Promise.reject(new ServiceError('RATE_LIMITED')) },
  });
  assert.equal((await (await open(door)).closed).code, 1013);
});

test('a key that is revoked ends its watchers', async () => {
  const state = { isRevoked: false };
  await using door = await openDoor(runsOn, {
    pingMs: 20,
    app: {
      authenticate: async () => {
        if (state.isRevoked) throw new ServiceError('UNAUTHORIZED');
        return { team: { id: 'team' }, apiKeyId: NO_API_KEY } as Caller;
      },
    },
  });
  const watcher = await open(door);
  await once(watcher.socket, 'ping');
  state.isRevoked = true;
  assert.equal((await watcher.closed).code, 3000);
});

test('what goes wrong inside is 1011, before data and after it, and shown to nobody', async () => {
  const logged: unknown[] = [];
  const log = {
    ...silentLog,
    error: (_message: string, fields?: Record<string, unknown>) => void logged.push(fields),
  };
  const fail = (): never => {
    throw new Error('secret');
  };
  await using door = await openDoor(
    async function* failing() {
      yield CATCHUP;
      fail();
    },
    { app: { log } },
  );
  const after = await open(door);
  const { code, reason } = await after.closed;
  assert.deepEqual([code, after.frames.length], [1011, 1]);
  assert.ok(!reason.includes('secret'));
  await using lost = await openDoor(runsOn, { app: { log, authenticate: async () => fail() } });
  const before = await open(lost);
  assert.deepEqual([(await before.closed).code, before.frames.length], [1011, 0]);
  assert.equal(logged.length, 2);
});

test('the end of the service: 1001 for all, also for who does not listen, and no new ones', async () => {
  const portion: JobNews = {
    kind: 'documents',
    documents: [JsonText.of(JSON.stringify('x'.repeat(12_000_000)))],
  };
  let isFirst = true;
  await using door = await openDoor(
    async function* either(options) {
      if (isFirst) {
        isFirst = false;
        yield portion;
      } else yield* runsOn(options);
    },
    { lastWordsMs: 100 },
  );
  const deaf = await openSilentPeer(door.port);
  deaf.pause();
  const watcher = await open(door);
  await firstFrame(watcher);
  await door.close();
  assert.deepEqual(await watcher.closed, { code: 1001, reason: 'The service is shutting down' });
  assert.deepEqual(door.ended, [true, true]);
  await assert.rejects(open(door), /^Error: 503 /);
  deaf.destroy();
});

test('a client that leaves during its handshake, or sends none that is right', async () => {
  const authenticating: (() => void)[] = [];
  await using door = await openDoor(runsOn, {
    app: {
      authenticate: () =>
        new Promise((resolve) => {
          authenticating.push(() => resolve({ team: { id: 'team' }, apiKeyId: NO_API_KEY } as Caller));
        }),
    },
  });
  const leaving = connect(door.port, '127.0.0.1');
  leaving.write(
    `GET /v2/crawl/${ID} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  while (authenticating.length === 0) await new Promise(setImmediate);
  leaving.resetAndDestroy();
  await once(leaving, 'close');
  authenticating[0]?.();
  const wrong = connect(door.port, '127.0.0.1');
  wrong.setEncoding('utf8');
  wrong.write(`GET /v2/crawl/${ID} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  while (authenticating.length === 1) await new Promise(setImmediate);
  authenticating[1]?.();
  const [answer] = (await once(wrong, 'data')) as [string];
  assert.match(answer, /^HTTP\/1\.1 400 /);
  await once(wrong, 'close');
  assert.deepEqual(door.ended, []);
});

test('the counts of a job are told as they come, from where the watcher had read to', async () => {
  const asked: unknown[] = [];
  await using door = await openDoor(runsOn, {
    app: {
      async *watchTeamJob(_caller, id, { cursor }) {
        asked.push([id, cursor]);
        yield { type: 'pages', data: [], cursor: 'next', has_more: false };
      },
    },
  });
  const url = `http://127.0.0.1:${door.port}/v2/team/jobs/${ID}?cursor=last`;
  const { frames, closed } = await openWatchClient(url, { key: 'fc-key' });
  assert.equal((await closed).code, 1000);
  assert.deepEqual(asked, [[ID, 'last']]);
  assert.deepEqual(
    frames.map(({ type }) => type),
    ['pages'],
  );
});
