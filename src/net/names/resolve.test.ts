import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Asker } from './lookup.ts';
import { createResolve } from './resolve.ts';

const ASKER: Asker = { teamId: 'a', signal: new AbortController().signal };

test('an address is its own answer, nobody is asked', async () => {
  const resolve = createResolve(() => assert.fail('asked'));
  assert.deepEqual(await resolve('93.184.216.34', ASKER), ['93.184.216.34']);
  assert.deepEqual(await resolve('2606:4700::1', ASKER), ['2606:4700::1']);
});

test('localhost and what is below it is loopback, nobody is asked', async () => {
  const resolve = createResolve(() => assert.fail('asked'));
  for (const name of ['localhost', 'a.b.localhost', 'localhost.']) {
    assert.deepEqual(await resolve(name, ASKER), ['127.0.0.1', '::1']);
  }
});

test('simultaneous questions for a name share one lookup, later ones do not', async () => {
  const asked: string[] = [];
  const resolve = createResolve(async (name) => {
    asked.push(name);
    return ['93.184.216.34'];
  });
  await Promise.all([resolve('a.test', ASKER), resolve('a.test', ASKER), resolve('b.test', ASKER)]);
  assert.deepEqual(asked, ['a.test', 'b.test']);
  await resolve('a.test', ASKER);
  assert.equal(asked.length, 3);
});

test('no answer, an empty answer and a dead name server are told apart in words', async () => {
  const failing = (code: string) =>
    createResolve(() => Promise.reject(Object.assign(new Error(code), { code })));
  const unresolved = (message: string) => ({ code: 'SCRAPE_DNS_RESOLUTION_ERROR', message });
  await assert.rejects(
    failing('ENOTFOUND')('a.test', ASKER),
    unresolved('The host name a.test could not be resolved'),
  );
  await assert.rejects(
    failing('EAI_AGAIN')('a.test', ASKER),
    unresolved('The host name a.test could not be resolved: the name server did not answer'),
  );
  await assert.rejects(failing('ETIMEOUT')('a.test', ASKER), {
    code: 'SCRAPE_TIMEOUT',
    message: 'The host name a.test could not be resolved in time',
  });
  await assert.rejects(
    createResolve(async () => [])('a.test', ASKER),
    unresolved('The host name a.test could not be resolved'),
  );
});

test('one caller going away does not take the answer from another', async () => {
  const answer = Promise.withResolvers<string[]>();
  const resolve = createResolve(() => answer.promise);
  const leaving = new AbortController();
  const first = resolve('a.test', { ...ASKER, signal: leaving.signal });
  const second = resolve('a.test', ASKER);
  leaving.abort(new Error('gone'));
  await assert.rejects(first, /gone/);
  answer.resolve(['93.184.216.34']);
  assert.deepEqual(await second, ['93.184.216.34']);
});

test('teams do not share a lookup: another one may still be waiting for its turn', async () => {
  const asked: (string | undefined)[] = [];
  const resolve = createResolve((_hostname, { teamId }) => {
    asked.push(teamId);
    return teamId === 'a' ? new Promise(() => undefined) : Promise.resolve(['93.184.216.34']);
  });
  const leaving = new AbortController();
  const waiting = assert.rejects(resolve('a.test', { teamId: 'a', signal: leaving.signal }), /gone/);
  assert.deepEqual(await resolve('a.test', { ...ASKER, teamId: 'b' }), ['93.184.216.34']);
  assert.deepEqual(asked, ['a', 'b']);
  leaving.abort(new Error('gone'));
  await waiting;
});

test('a lookup is given up with the last who waits for it, and when it takes too long', async () => {
  const signals: AbortSignal[] = [];
  const lookup = (_hostname: string, { signal }: Asker): Promise<string[]> => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  const leaving = new AbortController();
  const gone = assert.rejects(createResolve(lookup)('a.test', { ...ASKER, signal: leaving.signal }), /gone/);
  leaving.abort(new Error('gone'));
  await gone;
  await assert.rejects(createResolve(lookup, { timeoutMs: 10 })('a.test', ASKER), {
    code: 'SCRAPE_TIMEOUT',
    message: 'The host name a.test could not be resolved in time',
  });
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true],
  );
});
