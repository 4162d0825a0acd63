import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSystemLookup, type AskSystem } from './system-lookup.ts';

const { signal } = new AbortController();
const unknown = (): Error => Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });

function createWorld(ask: AskSystem) {
  const asked: string[] = [];
  const clock = { time: 1_000_000, now: () => clock.time };
  const lookup = createSystemLookup({
    clock,
    ask: (hostname) => {
      asked.push(hostname);
      return ask(hostname);
    },
  });
  return { asked, clock, lookup };
}

test('questions that hang hold one place of their team, also when nobody waits for them any more', async () => {
  const world = createWorld((hostname) =>
    hostname.startsWith('slow') ? new Promise(() => undefined) : Promise.resolve(['192.0.2.1']),
  );
  const leaving = new AbortController();
  const gone = Array.from({ length: 300 }, (_, index) =>
    assert.rejects(world.lookup(`slow${index}.local`, { teamId: 'a', signal: leaving.signal }), /gone/),
  );
  assert.deepEqual(await world.lookup('b.local', { teamId: 'b', signal }), ['192.0.2.1']);
  assert.deepEqual(world.asked, ['slow0.local', 'b.local']);
  leaving.abort(new Error('gone'));
  await Promise.all(gone);
  assert.deepEqual(await world.lookup('c.local', { teamId: 'c', signal }), ['192.0.2.1']);
  assert.deepEqual(world.asked, ['slow0.local', 'b.local', 'c.local'], 'nothing of it is begun later');
});

test('a name that is unknown is not asked for again for some seconds, other failures count once', async () => {
  const failures = [unknown(), unknown(), Object.assign(new Error('busy'), { code: 'EAI_AGAIN' })];
  const world = createWorld(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return ['192.0.2.1'];
  });
  const ask = () => world.lookup('a.local', { teamId: 'a', signal });
  await assert.rejects(ask(), { code: 'ENOTFOUND' });
  await assert.rejects(ask(), { code: 'ENOTFOUND' });
  assert.equal(world.asked.length, 1);
  world.clock.time += 5_000;
  await assert.rejects(ask(), { code: 'ENOTFOUND' });
  assert.equal(world.asked.length, 2);
  world.clock.time -= 60_000;
  await assert.rejects(ask(), { code: 'EAI_AGAIN' });
  assert.deepEqual(await ask(), ['192.0.2.1']);
});

test('whoever is gone asks nothing', async () => {
  const world = createWorld(() => assert.fail('asked'));
  const gone = AbortSignal.abort(new Error('gone'));
  await assert.rejects(world.lookup('a.local', { teamId: 'a', signal: gone }), /gone/);
});

test('the system itself is asked by default', async () => {
  const lookup = createSystemLookup({ clock: { now: () => 0 } });
  assert.ok((await lookup('localhost', { teamId: undefined, signal })).length > 0);
});
