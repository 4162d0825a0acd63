import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DriverPeer } from '../../lib/driver-link.ts';
import { CdpConnection } from '../cdp/cdp-connection.ts';
import type { CdpListeners } from '../cdp/cdp-transport.ts';
import { openDriver } from './open-driver.ts';
import { sharePipe } from './share-pipe.ts';

interface Sent {
  id: number;
  method: string;
  params: Record<string, unknown>;
  sessionId?: string;
}

/** A browser that says what the test has it say, on a pipe that two drivers and our own calls share. */
async function openHouse() {
  const sent: Sent[] = [];
  const heard: { listeners: CdpListeners | undefined; isPaused: boolean; queuedBytes: number } = {
    listeners: undefined,
    isPaused: false,
    queuedBytes: 0,
  };
  const pipe = sharePipe({
    listen: (listeners) => void (heard.listeners = listeners),
    send: (message) => void sent.push(JSON.parse(message) as Sent),
    get queuedBytes() {
      return heard.queuedBytes;
    },
    setPaused: (isPaused) => void (heard.isPaused = isPaused),
    close: (reason) => heard.listeners?.onClose(reason),
  });
  const connection = new CdpConnection(pipe.own);
  const left: string[] = [];

  async function join(root: string, queue = { queuedBytes: 0 }) {
    const told: Array<Record<string, unknown>> = [];
    const state = { isPaused: false, closed: undefined as number | undefined };
    const peer: DriverPeer = {
      send: (message) => void told.push(JSON.parse(message) as Record<string, unknown>),
      get queuedBytes() {
        return queue.queuedBytes;
      },
      setPaused: (isPaused) => void (state.isPaused = isPaused),
      close: (code) => void (state.closed = code),
    };
    const link = openDriver(peer, {
      pipe,
      attachRoot: async () => root,
      detachRoot: async (id) => void left.push(id),
      onShown: () => undefined,
      onLeft: async () => undefined,
    });
    assert.equal(state.isPaused, true);
    await Promise.resolve();
    assert.equal(state.isPaused, false);
    return { link, told, state, queue };
  }
  return {
    sent,
    left,
    heard,
    connection,
    say: (message: object) => heard.listeners!.onMessage(JSON.stringify(message)),
    last: () => sent.at(-1)!,
    join,
  };
}

const call = (id: number, method: string, more: object = {}): string =>
  JSON.stringify({ id, method, params: {}, ...more });

test('answers find their way back under the number that each caller gave', async () => {
  const { connection, join, say, last, sent } = await openHouse();
  const own = connection.browser.send('Browser.getVersion');
  const first = await join('R1');
  const second = await join('R2');
  first.link.take(call(1, 'Target.getTargets'));
  const { id: firstId, sessionId } = last();
  assert.equal(sessionId, 'R1');
  second.link.take(call(1, 'Target.getTargets'));
  const { id: secondId } = last();
  assert.equal(new Set(sent.map(({ id }) => id)).size, 3);
  say({ id: secondId, result: { targetInfos: ['of second'] }, sessionId: 'R2' });
  say({ id: firstId, result: { targetInfos: ['of first'] }, sessionId: 'R1' });
  say({ id: sent[0]!.id, result: { product: 'ours' } });
  assert.deepEqual(first.told, [{ id: 1, result: { targetInfos: ['of first'] } }]);
  assert.deepEqual(second.told, [{ id: 1, result: { targetInfos: ['of second'] } }]);
  assert.equal((await own).product, 'ours');
});

test('events go to whom their session belongs, and those of roots without it', async () => {
  const { join, say } = await openHouse();
  const first = await join('R1');
  const second = await join('R2');
  const attached = { sessionId: 'S', targetInfo: { targetId: 'T', type: 'page' }, waitingForDebugger: false };
  say({ method: 'Target.attachedToTarget', params: attached, sessionId: 'R1' });
  say({ method: 'Page.loadEventFired', params: { timestamp: 1 }, sessionId: 'S' });
  assert.deepEqual(first.told, [
    { method: 'Target.attachedToTarget', params: attached },
    { method: 'Page.loadEventFired', params: { timestamp: 1 }, sessionId: 'S' },
  ]);
  second.link.take(call(2, 'Page.reload', { sessionId: 'S' }));
  assert.deepEqual(second.told, [
    { id: 2, sessionId: 'S', error: { code: -32_001, message: 'Session with given id not found.' } },
  ]);
});

test('a session ends with those below it', async () => {
  const { join, say, sent } = await openHouse();
  const { link, told } = await join('R1');
  const attach = (sessionId: string, parent: string): void =>
    say({
      method: 'Target.attachedToTarget',
      params: { sessionId, targetInfo: { targetId: sessionId, type: 'page' } },
      sessionId: parent,
    });
  attach('S', 'R1');
  attach('CHILD', 'S');
  say({ method: 'Target.detachedFromTarget', params: { sessionId: 'S' }, sessionId: 'R1' });
  told.length = 0;
  const before = sent.length;
  for (const sessionId of ['S', 'CHILD', 'R1']) link.take(call(1, 'Page.reload', { sessionId }));
  assert.deepEqual(
    told.map(({ error }) => (error as { code: number }).code),
    [-32_001, -32_001, -32_001],
  );
  assert.equal(sent.length, before);
});

test('an answer that was too large to be read names its session as well', async () => {
  const { join, say, last } = await openHouse();
  const { link, told } = await join('R1');
  say({
    method: 'Target.attachedToTarget',
    params: { sessionId: 'S', targetInfo: { targetId: 'T', type: 'page' } },
    sessionId: 'R1',
  });
  link.take(call(7, 'Page.captureScreenshot', { sessionId: 'S' }));
  say({ id: last().id, error: { code: -32_000, message: 'The answer is too large' } });
  assert.deepEqual(told.at(-1), {
    id: 7,
    error: { code: -32_000, message: 'The answer is too large' },
    sessionId: 'S',
  });
});

test('the browser waits for a driver that does not read, and drivers for the browser', async () => {
  const { join, say, heard } = await openHouse();
  const slow = await join('R1', { queuedBytes: 2 ** 25 });
  const quick = await join('R2');
  say({ method: 'Target.targetCreated', params: { targetInfo: {} }, sessionId: 'R1' });
  assert.equal(heard.isPaused, true);
  slow.queue.queuedBytes = 0;
  slow.link.noteDrained();
  assert.equal(heard.isPaused, false);
  heard.queuedBytes = 2 ** 25;
  quick.link.take(call(1, 'Target.getTargets'));
  assert.deepEqual([slow.state.isPaused, quick.state.isPaused], [true, true]);
  heard.queuedBytes = 0;
  heard.listeners!.onDrain!();
  assert.deepEqual([slow.state.isPaused, quick.state.isPaused], [false, false]);
  say({ method: 'Target.targetCreated', params: { targetInfo: {} }, sessionId: 'R1' });
  slow.queue.queuedBytes = 2 ** 25;
  say({ method: 'Target.targetCreated', params: { targetInfo: {} }, sessionId: 'R1' });
  assert.equal(heard.isPaused, true);
  await slow.link[Symbol.asyncDispose]();
  assert.equal(heard.isPaused, false);
});

test('nothing comes for a driver that has left, and its root is given back', async () => {
  const { join, say, left, last } = await openHouse();
  const { link, told } = await join('R1');
  link.take(call(1, 'Target.getTargets'));
  const { id } = last();
  await link[Symbol.asyncDispose]();
  say({ id, result: {}, sessionId: 'R1' });
  say({ method: 'Target.targetCreated', params: {}, sessionId: 'R1' });
  link.take(call(2, 'Target.getTargets'));
  assert.deepEqual(told, []);
  assert.deepEqual(left, ['R1']);
});

test('a browser that ends takes leave of its drivers', async () => {
  const { join, connection } = await openHouse();
  const { state } = await join('R1');
  connection.close(new Error('gone'));
  assert.equal(state.closed, 1011);
});
