import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TeamLine, type Visit } from './team-line.ts';

const never = new AbortController().signal;

/** Lets the visits wait in this order, then gives places one by one; each is given back at once when `isBrief`. */
async function serve(visits: readonly Visit[], { isBrief = false } = {}): Promise<string[]> {
  const line = new TeamLine();
  const order: string[] = [];
  const waiting = visits.map(async (visit, index) => {
    await line.enter(visit, never);
    order.push(`${visit.teamId}${index}`);
    if (isBrief) line.leave(visit);
  });
  while (line.offer()) await Promise.resolve().then(() => undefined);
  await Promise.all(waiting);
  return order;
}

const of = (teamId: string, more: Partial<Visit> = {}): Visit => ({ teamId, ...more });

test('the team that holds least comes first', async () => {
  const order = await serve([of('a'), of('a'), of('a'), of('b'), of('b')]);
  assert.deepEqual(order, ['a0', 'b3', 'a1', 'b4', 'a2']);
});

test('a team that has just had its turn lets the others go first', async () => {
  const order = await serve([of('a'), of('a'), of('b'), of('c')], { isBrief: true });
  assert.deepEqual(order.slice(0, 3).toSorted(), ['a0', 'b2', 'c3']);
});

test('within a team interactive visits come first, then the oldest', async () => {
  const order = await serve([
    of('a', { isBackground: true }),
    of('a'),
    of('a'),
    of('b', { isBackground: true }),
  ]);
  assert.deepEqual(order, ['a1', 'b3', 'a2', 'a0']);
});

test('what a team holds is counted by weight', async () => {
  const line = new TeamLine();
  line.hold(of('a', { weight: 5 }));
  line.hold(of('b'));
  line.hold(of('b'));
  const order: string[] = [];
  const waiting = ['a', 'b'].map((teamId) => line.enter(of(teamId), never).then(() => order.push(teamId)));
  line.offer();
  line.offer();
  await Promise.all(waiting);
  assert.deepEqual(order, ['b', 'a']);
  assert.equal(line.inUse('a'), 6);
  line.leave(of('a', { weight: 6 }));
  assert.equal(line.inUse('a'), 0);
});

test('only visits that are accepted get what is offered', async () => {
  const line = new TeamLine<string, Visit & { isSmall: boolean }>();
  const large = line.enter({ teamId: 'a', isSmall: false }, never);
  const small = line.enter({ teamId: 'b', isSmall: true }, never);
  assert.equal(
    line.offer('first', ({ isSmall }) => isSmall),
    true,
  );
  assert.equal(await small, 'first');
  assert.equal(
    line.offer('second', ({ isSmall }) => isSmall),
    false,
  );
  assert.equal(line.offer('second'), true);
  assert.equal(await large, 'second');
});

test('no place is lost to a visit that gives up, also at the moment of getting it', async () => {
  const line = new TeamLine();
  const leaving = new AbortController();
  const reason = new Error('gone');
  const gone = assert.rejects(line.enter(of('a'), leaving.signal), reason);
  const next = line.enter(of('b'), never);
  leaving.abort(reason);
  assert.equal(line.offer(), true);
  await Promise.all([gone, next]);
  assert.equal(line.length, 0);
  assert.equal(line.offer(), false);
  await assert.rejects(line.enter(of('a'), leaving.signal), reason);
});

test('closed, it fails those who wait and those who come', async () => {
  const line = new TeamLine();
  const reason = new Error('closed');
  const waiting = [
    assert.rejects(line.enter(of('a'), never), reason),
    assert.rejects(line.enter(of('b'), never), reason),
  ];
  line.close(reason);
  await Promise.all(waiting);
  await assert.rejects(line.enter(of('a'), never), reason);
});

test('a team that holds as much as it may is passed over, whatever it waits for', async () => {
  const line = new TeamLine<string>({ maxPerTeam: 2 });
  line.hold(of('a'));
  line.hold(of('a'));
  for (let held = 0; held < 5; held += 1) line.hold(of('c'));
  assert.deepEqual([line.isFull('a'), line.isFull('b')], [true, false]);
  const first = line.enter(of('a'), never);
  const second = line.enter(of('b'), never);
  assert.equal(line.offer('for b'), true);
  assert.equal(await second, 'for b');
  assert.equal(line.offer('for nobody'), false);
  line.leave(of('a'));
  assert.equal(line.offer('for a'), true);
  assert.equal(await first, 'for a');
  const last = assert.rejects(line.enter(of('a'), never), /closed/);
  line.close(new Error('closed'));
  await last;
});
