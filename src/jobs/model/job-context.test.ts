import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestJobs } from '../../../test/support/open-test-jobs.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { createJobContexts } from './job-context.ts';

test('of more jobs than are kept at hand those stay that are under way, so that they can be stopped', async () => {
  await using house = await openTestJobs();
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.push((await house.start([`http://site${index}.test/`])).id);
  const [first = '', second = ''] = ids;
  const inUse = new Set([first, second]);
  const contexts = createJobContexts({
    db: house.db,
    seals: house.seals,
    patterns: house.patterns,
    clock: systemClock,
    maxContexts: 3,
    inUse: () => inUse,
  });
  const running = [await contexts.contextOf(first), await contexts.contextOf(second)];
  for (const id of ids) await contexts.contextOf(id);
  const kept = [...contexts.ids];
  assert.equal(kept.length, 3);
  for (const id of kept) contexts.abort(id, new Error('The worker stops'));
  await Promise.resolve();
  assert.deepEqual(
    running.map((context) => context?.abort.signal.aborted),
    [true, true],
  );
});
