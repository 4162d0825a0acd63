import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CdpConnection } from './cdp-connection.ts';
import { CdpError, type CdpFailure } from './cdp-error.ts';
import type { CdpListeners, CdpTransport } from './cdp-transport.ts';
import type { CdpMessage, CdpRequest } from './protocol.ts';

interface FakeBrowser {
  connection: CdpConnection;
  /** The requests that were sent. */
  requests: CdpRequest[];
  say(message: CdpMessage): void;
  sayText(text: string): void;
  die(): void;
}

function connect(): FakeBrowser {
  const requests: CdpRequest[] = [];
  const wired: { listeners?: CdpListeners } = {};
  const transport: CdpTransport = {
    listen: (listeners) => void (wired.listeners = listeners),
    send: (message) => void requests.push(JSON.parse(message) as CdpRequest),
    queuedBytes: 0,
    setPaused: () => undefined,
    close: (reason) => wired.listeners?.onClose(reason),
  };
  const connection = new CdpConnection(transport);
  const sayText = (text: string): void => wired.listeners?.onMessage(text);
  return {
    connection,
    requests,
    sayText,
    say: (message) => sayText(JSON.stringify(message)),
    die: () => wired.listeners?.onClose(new Error('killed')),
  };
}

function failsWith(failure: CdpFailure, message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof CdpError);
    assert.equal(error.failure, failure);
    assert.match(error.message, message);
    return true;
  };
}

describe('CdpConnection', () => {
  test('gives each call its own answer, in whatever order they come', async () => {
    const { connection, requests, say } = connect();
    const version = connection.send('Browser.getVersion');
    const session = connection.session('S1');
    const value = session.send('Runtime.evaluate', { expression: '1+1' });
    assert.deepEqual(requests, [
      { id: 1, method: 'Browser.getVersion' },
      { id: 2, method: 'Runtime.evaluate', params: { expression: '1+1' }, sessionId: 'S1' },
    ]);
    say({ id: 2, sessionId: 'S1', result: { result: { type: 'number', value: 2 } } });
    say({ id: 1, result: { product: 'Chrome' } });
    assert.equal((await value).result.value, 2);
    assert.equal((await version).product, 'Chrome');
  });

  test('says what the browser refused', async () => {
    const { connection, say } = connect();
    const call = connection.send('Page.enable');
    say({ id: 1, error: { code: -32_601, message: 'not found' } });
    await assert.rejects(call, failsWith('refused', /^Page\.enable: not found$/));
    await assert.rejects(call, { code: -32_601 });
  });

  test('ends each call at its deadline, and drops the late answer', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { connection, say } = connect();
    const short = connection.send('Page.enable', undefined, undefined, { timeoutMs: 50 });
    const usual = connection.send('Page.enable');
    t.mock.timers.tick(50);
    await assert.rejects(short, failsWith('timeout', /Page\.enable was not answered within 50 ms/));
    t.mock.timers.tick(9_950);
    await assert.rejects(usual, failsWith('timeout', /within 10000 ms/));
    say({ id: 1, result: {} });
  });

  test('gives a call up when its signal aborts; sends nothing when it has before', async () => {
    const { connection, requests } = connect();
    const controller = new AbortController();
    const call = connection.send('Page.enable', undefined, undefined, { signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    await assert.rejects(call, { failure: 'aborted', cause: reason });
    const late = connection.send('Page.enable', undefined, undefined, { signal: controller.signal });
    await assert.rejects(late, { failure: 'aborted', cause: reason });
    assert.equal(requests.length, 1);
  });

  test('does not read events of a session that nobody listens to', async () => {
    const { connection, sayText } = connect();
    const session = connection.session('S1');
    const unreadable = '{"method":"Network.dataReceived","params":{?},"sessionId":"S1"}';
    sayText(unreadable);
    const off = session.on('Network.dataReceived', () => undefined);
    off();
    sayText(unreadable);
    const seen: number[] = [];
    session.on('Network.dataReceived', ({ dataLength }) => seen.push(dataLength));
    sayText('{"method":"Network.dataReceived","params":{"dataLength":7},"sessionId":"S1"}');
    assert.deepEqual(seen, [7]);
    sayText(unreadable);
    assert.match((await connection.closed).message, /could not be handled/);
  });

  test('brings events to the listeners of their session only', () => {
    const { connection, say } = connect();
    const seen: string[] = [];
    const [one, two] = [connection.session('S1'), connection.session('S2')];
    const off = one.on('Page.frameNavigated', () => seen.push('one'));
    two.on('Page.frameNavigated', () => seen.push('two'));
    connection.browser.on('Page.frameNavigated', () => seen.push('browser'));
    const event = { method: 'Page.frameNavigated', params: {} };
    say({ ...event, sessionId: 'S1' });
    say({ ...event, sessionId: 'S2' });
    say({ ...event, sessionId: 'unknown' });
    say(event);
    off();
    say({ ...event, sessionId: 'S1' });
    assert.deepEqual(seen, ['one', 'two', 'browser']);
  });

  test('misses no event of a session that is taken up when it is announced', () => {
    const { connection, say } = connect();
    const seen: string[] = [];
    connection.browser.on('Target.attachedToTarget', ({ sessionId }) => {
      connection.session(sessionId).on('Page.loadEventFired', () => seen.push(sessionId));
    });
    say({ method: 'Target.attachedToTarget', params: { sessionId: 'S1' } });
    say({ method: 'Page.loadEventFired', sessionId: 'S1', params: { timestamp: 1 } });
    assert.deepEqual(seen, ['S1']);
  });

  test('attaches flat', async () => {
    const { connection, requests, say } = connect();
    const attached = connection.attach('T1');
    assert.deepEqual(requests[0]?.params, { targetId: 'T1', flatten: true });
    say({ id: 1, result: { sessionId: 'S1' } });
    assert.equal((await attached).id, 'S1');
  });

  test('fails the calls of a session that has gone, and no others', async () => {
    const { connection, say } = connect();
    const gone = connection.session('S1');
    const call = gone.send('Page.enable');
    const other = connection.session('S2').send('Page.enable');
    say({ method: 'Target.detachedFromTarget', params: { sessionId: 'S1' } });
    await assert.rejects(call, failsWith('closed', /Page\.enable: The page has gone/));
    assert.match((await gone.ended).message, /gone/);
    say({ id: 2, sessionId: 'S2', result: {} });
    await other;
  });

  test('fails every call at once when the browser dies, and every later one', async () => {
    const { connection, die } = connect();
    const session = connection.session('S1');
    const calls = [connection.send('Browser.getVersion'), session.send('Page.enable')];
    die();
    for (const call of calls) await assert.rejects(call, failsWith('closed', /killed/));
    await assert.rejects(session.send('Page.enable'), failsWith('closed', /killed/));
    assert.equal((await connection.closed).message, 'killed');
    assert.equal((await session.ended).message, 'killed');
    assert.equal((await connection.session('S9').ended).message, 'killed');
  });

  test('closes on nonsense and on a listener that throws, and says why', async () => {
    const nonsense = connect();
    const call = nonsense.connection.send('Browser.getVersion');
    nonsense.sayText('{');
    await assert.rejects(call, failsWith('closed', /could not be handled/));

    const throwing = connect();
    const bug = new Error('bug');
    throwing.connection.browser.on('Page.loadEventFired', () => {
      throw bug;
    });
    throwing.say({ method: 'Page.loadEventFired', params: {} });
    assert.equal((await throwing.connection.closed).cause, bug);
  });
});
