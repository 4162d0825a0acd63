import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResolve } from './resolve.ts';

const { signal } = new AbortController();

test('an address is its own answer, nobody is asked', async () => {
  const resolve = createResolve(() => assert.fail('asked'));
  assert.deepEqual(await resolve('93.184.216.34', signal), ['93.184.216.34']);
  assert.deepEqual(await resolve('2606:4700::1', signal), ['2606:4700::1']);
});

test('localhost and what is below it is loopback, nobody is asked', async () => {
  const resolve = createResolve(() => assert.fail('asked'));
  for (const name of ['localhost', 'a.b.localhost', 'localhost.']) {
    assert.deepEqual(await resolve(name, signal), ['127.0.0.1', '::1']);
  }
});

test('simultaneous questions for a name share one lookup, later ones do not', async () => {
  const asked: string[] = [];
  const resolve = createResolve(async (name) => {
    asked.push(name);
    return ['93.184.216.34'];
  });
  await Promise.all([resolve('a.test', signal), resolve('a.test', signal), resolve('b.test', signal)]);
  assert.deepEqual(asked, ['a.test', 'b.test']);
  await resolve('a.test', signal);
  assert.equal(asked.length, 3);
});

test('no answer, an empty answer and a dead name server are told apart in words', async () => {
  const failing = (code: string) =>
    createResolve(() => Promise.reject(Object.assign(new Error(code), { code })));
  const unresolved = (message: string) => ({ code: 'SCRAPE_DNS_RESOLUTION_ERROR', message });
  await assert.rejects(
    failing('ENOTFOUND')('a.test', signal),
    unresolved('The host name a.test could not be resolved'),
  );
  await assert.rejects(
    failing('EAI_AGAIN')('a.test', signal),
    unresolved('The host name a.test could not be resolved: the name server did not answer'),
  );
  await assert.rejects(
    createResolve(async () => [])('a.test', signal),
    unresolved('The host name a.test could not be resolved'),
  );
});

test('one caller going away does not take the answer from another', async () => {
  const answer = Promise.withResolvers<string[]>();
  const resolve = createResolve(() => answer.promise);
  const leaving = new AbortController();
  const first = resolve('a.test', leaving.signal);
  const second = resolve('a.test', signal);
  leaving.abort(new Error('gone'));
  await assert.rejects(first, /gone/);
  answer.resolve(['93.184.216.34']);
  assert.deepEqual(await second, ['93.184.216.34']);
});
