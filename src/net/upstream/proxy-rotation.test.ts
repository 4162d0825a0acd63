import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProxyList, type ProxyEntry } from '../../lib/settings/proxy-list.ts';
import { createProxyRotation, type ProxyRotation, type ProxyWish } from './proxy-rotation.ts';

function open(list: string) {
  const time = { ms: 1_000_000 };
  const entries = parseProxyList(list);
  const rotation = createProxyRotation({ entries, clock: { now: () => time.ms } });
  return {
    time,
    entries,
    rotation,
    pick: (wish?: ProxyWish) => rotation.pick(wish)?.url.hostname,
    entry: (host: string) => entries.find(({ url }) => url.hostname === host)!,
  };
}

function fail(rotation: ProxyRotation, entry: ProxyEntry, times: number): void {
  for (let i = 0; i < times; i++) rotation.report(entry, 'failed');
}

const THREE = 'http://a,http://b,http://c';

test('takes turns', () => {
  const { pick } = open(THREE);
  assert.deepEqual([pick(), pick(), pick(), pick()], ['a', 'b', 'c', 'a']);
  assert.equal(open('').pick(), undefined);
});

test('a proxy for a country serves that country and no other, and is preferred there', () => {
  const { pick, rotation, entry } = open('DE=http://de1,http://all,DE=http://de2,FR=http://fr');
  assert.deepEqual([pick(), pick()], ['all', 'all']);
  assert.deepEqual(
    [1, 2, 3].map(() => pick({ country: 'DE' })),
    ['de1', 'de2', 'de1'],
  );
  assert.equal(pick({ country: 'US' }), 'all');
  fail(rotation, entry('de1'), 3);
  fail(rotation, entry('de2'), 3);
  assert.equal(pick({ country: 'DE' }), 'all');
  const german = open('DE=http://de').rotation;
  assert.deepEqual(
    [german.serves('DE'), german.serves('FR'), german.serves(undefined)],
    [true, false, false],
  );
  assert.equal(german.pick(), undefined);
});

test('a proxy that fails three times in a row rests for longer and longer, five minutes at most', () => {
  const { pick, rotation, entry, time } = open('http://a,http://b');
  const a = entry('a');
  fail(rotation, a, 2);
  rotation.report(a, 'ok');
  fail(rotation, a, 2);
  assert.deepEqual([pick(), pick()], ['a', 'b']);
  rotation.report(a, 'failed');
  for (const restMs of [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
    time.ms += restMs - 1;
    assert.deepEqual([pick(), pick()], ['b', 'b'], `${restMs}`);
    // Requests that were under way when the proxy began to rest tell nothing new.
    fail(rotation, a, 50);
    time.ms += 1;
    assert.equal(pick(), 'a', `${restMs}`);
    rotation.report(a, 'failed');
  }
  rotation.report(a, 'ok');
  fail(rotation, a, 2);
  assert.deepEqual([pick(), pick()], ['b', 'a']);
});

test('a block is the site\u2019s doing: the proxy works', () => {
  const { pick, rotation, entry } = open('http://a,http://b');
  for (let i = 0; i < 20; i++) rotation.report(entry('a'), 'blocked');
  fail(rotation, entry('a'), 2);
  rotation.report(entry('a'), 'blocked');
  fail(rotation, entry('a'), 2);
  assert.deepEqual([pick(), pick()], ['a', 'b']);
});

test('when all rest, the one that rests shortest is tried', () => {
  const { pick, rotation, entry, time } = open('http://a,http://b,DE=http://de');
  fail(rotation, entry('de'), 3);
  fail(rotation, entry('b'), 3);
  time.ms += 1_000;
  fail(rotation, entry('a'), 3);
  assert.deepEqual([pick(), pick()], ['b', 'b']);
  assert.equal(pick({ country: 'DE' }), 'b');
  assert.equal(pick({ except: new Set([entry('b')]) }), 'a');
});

test('a clock that is set back keeps nobody resting', () => {
  const { pick, rotation, entry, time } = open('http://a,http://b');
  fail(rotation, entry('a'), 3);
  time.ms -= 3_600_000;
  assert.equal(pick(), 'a');
});

test('a session keeps to its proxy until that fails, is blocked or rests', () => {
  const { pick, rotation, entry } = open(THREE);
  const sessionKey = 'job';
  assert.equal(pick({ sessionKey }), 'a');
  assert.deepEqual([pick(), pick(), pick({ sessionKey })], ['b', 'c', 'a']);
  // Another session has the same trouble: this one stays.
  rotation.report(entry('a'), 'failed', 'other');
  assert.equal(pick({ sessionKey }), 'a');
  rotation.report(entry('a'), 'blocked', sessionKey);
  assert.deepEqual([pick({ sessionKey }), pick({ sessionKey })], ['b', 'b']);
  // A late report about the proxy it has left moves it no further.
  rotation.report(entry('a'), 'failed', sessionKey);
  assert.equal(pick({ sessionKey }), 'b');
  fail(rotation, entry('b'), 3);
  assert.deepEqual([pick({ sessionKey }), pick({ sessionKey })], ['c', 'c']);
});

test('what was tried is not given again', () => {
  const { rotation, entries } = open(THREE);
  const except = new Set<ProxyEntry>();
  for (let i = 0; i < 3; i++) {
    const entry = rotation.pick({ sessionKey: 's', except })!;
    assert.ok(!except.has(entry));
    except.add(entry);
  }
  assert.equal(except.size, entries.length);
  assert.equal(rotation.pick({ sessionKey: 's', except }), undefined);
});

test('the sessions that are remembered are bounded', () => {
  const { pick } = open(THREE);
  assert.equal(pick({ sessionKey: 'first' }), 'a');
  assert.equal(pick({ sessionKey: 'kept' }), 'b');
  for (let i = 0; i < 9_998; i++) pick({ sessionKey: String(i) });
  assert.equal(pick({ sessionKey: 'kept' }), 'b');
  pick({ sessionKey: 'one more' });
  while (pick() !== 'a');
  // Forgotten: it takes its turn like anybody else.
  assert.notEqual(pick({ sessionKey: 'first' }), 'a');
});
