import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestJobs } from '../../../test/support/open-test-jobs.ts';
import { readFreeCredits } from '../../accounts/credits.ts';
import { createTeam } from '../../accounts/teams.ts';
import { batchRequest } from '../../contract/requests/batch.ts';
import { silentLog } from '../../lib/log/log.ts';
import { createStartBatch } from './start-batch.ts';

test('pages that may change a profile take turns, those that only read it do not', async () => {
  await using house = await openTestJobs();
  const { db, seals, caller } = house;
  const start = createStartBatch({
    db,
    seals,
    isHostAllowed: () => false,
    checkAvailability: () => Promise.resolve(),
    warnOfWebhook: () => Promise.resolve({}),
    log: silentLog,
  });
  const urls = ['https://example.com/a', 'https://example.com/b'];
  const boundOf = async (members: Record<string, unknown>): Promise<number | undefined> => {
    const { id } = await start(caller, batchRequest.parse({ urls, maxConcurrency: 5, ...members }), {});
    const { rows } = await db.query<{ bound: number }>(
      'select max_concurrency as bound from job where id = $1',
      [id],
    );
    return rows[0]?.bound;
  };
  assert.equal(await boundOf({}), 5);
  assert.equal(await boundOf({ profile: { name: 'p' } }), 1);
  assert.equal(await boundOf({ profile: { name: 'p', saveChanges: false } }), 5);
});

const URLS = Array.from({ length: 10 }, (_, index) => `https://host${index}.example.com/`);

test('what a batch is given later counts as well', async () => {
  await using house = await openTestJobs();
  const { db, seals } = house;
  const caller = {
    ...house.caller,
    team: await createTeam(db, 'small', { creditsGranted: 12 }),
  };
  const start = createStartBatch({
    db,
    seals,
    isHostAllowed: () => false,
    checkAvailability: () => Promise.resolve(),
    warnOfWebhook: () => Promise.resolve({}),
    log: silentLog,
  });
  const { id } = await start(caller, batchRequest.parse({ urls: URLS }), {});
  const append = (urls: string[]) => start(caller, batchRequest.parse({ urls, appendToId: id }), {});
  await append(['https://example.com/a']);
  await assert.rejects(append(URLS), { code: 'PAYMENT_REQUIRED' }, 'equal URLs are delivered once more');
  await assert.rejects(append(['https://example.com/b', 'https://example.com/c']), {
    code: 'PAYMENT_REQUIRED',
  });
  await append(['https://example.com/b']);
  assert.equal((await house.audit(id)).queued, 12);
  assert.equal(await readFreeCredits(db, caller.team.id), 0);
});
