import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { openTestJobs, resultOf, type TestJobs } from '../../../test/support/open-test-jobs.ts';
import { createTeam } from '../../accounts/teams.ts';
import { openCreditHolds } from '../../accounts/credit-holds.ts';
import { openSlots } from '../../accounts/slots.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { silentLog } from '../../lib/log/log.ts';
import { createTelemetry } from '../../lib/log/telemetry.ts';
import type { ScrapePage } from '../../scraper/scrape-page.ts';
import type { Database, Statement } from '../../store/database.ts';
import type { JobContext } from '../model/job-context.ts';
import { openWorker } from './worker.ts';

const URLS = Array.from({ length: 6 }, (_, index) => `http://host${index % 2}.test/${index}`);

/** Answers at once, with a page of a sentence. */
const quickly: ScrapePage = async ({ id, sourceUrl, deadline }) => {
  deadline.check();
  const { end } = resultOf(
    { seal: { open: (text: string) => text } } as unknown as JobContext,
    { url: sourceUrl } as Parameters<typeof resultOf>[1],
  );
  assert.ok(end.kind === 'document');
  end.outcome.document.metadata.scrapeId = id;
  return end.outcome;
};

/** Never answers; ends with its deadline. */
const never: ScrapePage = async ({ deadline }) => {
  await once(deadline.signal, 'abort');
  throw deadline.signal.reason;
};

type Answer = { rows: unknown[]; rowCount: number };
type Meddle = (name: string, run: () => Promise<Answer>) => Promise<Answer>;

async function startWorker(
  house: TestJobs,
  { scrapePage = quickly, meddle = (_name, run) => run() }: { scrapePage?: ScrapePage; meddle?: Meddle } = {},
) {
  const db: Database = {
    ...house.db,
    query: <Row>(statement: Statement, values?: readonly unknown[]) =>
      meddle(typeof statement === 'string' ? '' : statement.name, () =>
        house.db.query(statement, values),
      ) as Promise<{ rows: Row[]; rowCount: number }>,
  };
  await using opening = new AsyncDisposableStack();
  const slots = opening.use(await openSlots({ db: house.db, processId: randomUUID(), log: silentLog }));
  const credits = opening.use(openCreditHolds({ db: house.db, processId: randomUUID(), log: silentLog }));
  opening.use(
    await openWorker({
      db,
      slots,
      credits,
      scrapePage,
      siteFiles: {} as never,
      seals: house.seals,
      patterns: house.patterns,
      clock: systemClock,
      telemetry: createTelemetry(),
      log: silentLog,
      concurrency: 10,
    }),
  );
  const open = opening.move();
  return { slots, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

const untilCompleted = (house: TestJobs, id: string): Promise<void> =>
  eventually(async () => {
    const { status, completed } = await house.audit(id);
    assert.deepEqual([status, completed], ['completed', URLS.length]);
  });

describe('a worker', () => {
  for (const lost of ['page_claim', 'job_find']) {
    test(`puts back and does again what an answer of the database was lost for: ${lost}`, async () => {
      await using house = await openTestJobs();
      const job = await house.start(URLS, { kind: 'batch_scrape' });
      const losses = { left: 2 };
      await using _worker = await startWorker(house, {
        async meddle(name, run) {
          const answer = await run();
          if (name === lost && answer.rows.length > 0 && losses.left-- > 0)
            throw new Error('Connection terminated');
          return answer;
        },
      });
      await untilCompleted(house, job.id);
      assert.ok(losses.left <= 0);
    });
  }

  test('that ends gives back at once what it holds, what it claims at that moment too', async () => {
    await using house = await openTestJobs();
    const job = await house.start(URLS, { kind: 'batch_scrape' });
    const claims = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const count = { claims: 0 };
    const worker = await startWorker(house, {
      scrapePage: never,
      async meddle(name, run) {
        const answer = await run();
        if (name === 'page_claim' && answer.rows.length > 0 && ++count.claims === 1) {
          claims.resolve();
          await gate.promise;
        }
        return answer;
      },
    });
    await claims.promise;
    const ended = worker[Symbol.asyncDispose]();
    gate.resolve();
    await ended;
    const audit = await house.audit(job.id);
    assert.deepEqual([audit.status, audit.queued, audit.inFlight], ['scraping', URLS.length, 0]);
    await using _next = await startWorker(house);
    await untilCompleted(house, job.id);
  });

  test('gives a slot back when the scrape has ended, before the result is written', async () => {
    await using house = await openTestJobs();
    const { team } = house.caller;
    const job = await house.start(['http://one.test/'], { kind: 'batch_scrape' });
    const held: Array<Promise<void>> = [];
    const scrapePage: ScrapePage = async (request) => {
      const locked = Promise.withResolvers<void>();
      // Nothing of the job can be written as long as its row is locked.
      const hold = house.db.transaction(async (tx) => {
        await tx.query('select from job where id = $1 for update', [job.id]);
        locked.resolve();
        await eventually(async () => assert.equal(await worker.slots.countActive(team), 0));
      });
      held.push(hold);
      await locked.promise;
      return quickly(request);
    };
    await using worker = await startWorker(house, { scrapePage });
    await eventually(async () => assert.equal((await house.audit(job.id)).status, 'completed'));
    assert.equal(held.length, 1);
    await Promise.all(held);
  });

  test('gets to other teams soon, however many jobs one has that give nothing now', async () => {
    await using house = await openTestJobs();
    for (let index = 0; index < 100; index++) await house.start([`http://stalled${index}.test/`]);
    await house.db.query(`update page set not_before = clock_timestamp() + interval '1 hour'`);
    const caller = { ...house.caller, team: await createTeam(house.db, 'others') };
    const { id } = await house.start(['http://ready.test/'], { caller, kind: 'batch_scrape' });
    const claims = { made: 0, before: -1 };
    await using _ = await startWorker(house, {
      scrapePage(request) {
        claims.before = claims.made;
        return quickly(request);
      },
      meddle(name, run) {
        if (name === 'page_claim') claims.made++;
        return run();
      },
    });
    await eventually(async () => assert.equal((await house.audit(id)).status, 'completed'));
    assert.ok(claims.before < 50, `${claims.before} claims before the other team's`);
  });

  test('takes over the slots of a process that is gone', async () => {
    await using house = await openTestJobs();
    const { id: teamId, maxConcurrency } = house.caller.team;
    await house.db.query('update slot_group set active = $2 where team_id = $1', [teamId, maxConcurrency]);
    await house.db.query(
      `insert into slot_lease (process_id, team_id, slots, expires_at) values ($1, $2, $3, now() - interval '1 second')`,
      [randomUUID(), teamId, maxConcurrency],
    );
    const job = await house.start(URLS, { kind: 'batch_scrape' });
    await using _worker = await startWorker(house);
    await untilCompleted(house, job.id);
  });
});
