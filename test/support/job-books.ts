import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../src/lib/service-error.ts';
import type { Database } from '../../src/store/database.ts';

/** Between two looks at something that takes seconds: each is work for the processes that are waited for. */
export const LOOK_MS = 100;

/** Asks a database that may be starting again, or have no connection left. */
export async function askDatabase<Row>(
  db: Database,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  for (let attempt = 0; ; attempt++) {
    try {
      const { rows } = await db.query<Row>(sql, values);
      assert.ok(rows[0] !== undefined);
      return rows[0];
    } catch (error) {
      if (!(error instanceof ServiceError) || attempt === 300) throw error;
      await sleep(100);
    }
  }
}

/** Everything that a job leaves in the database, counted again from its pages; others of the team have been charged before. */
export async function checkBooks(db: Database, id: string, pages: number, earlierCredits = 0): Promise<void> {
  const books = await askDatabase<Record<string, unknown>>(
    db,
    `select j.status, j.queued, j.in_flight, j.attempted, j.completed, j.credits::integer,
       (select count(*)::integer from page p where p.job_id = j.id and p.state = 2) as done,
       (select count(*)::integer from page p where p.job_id = j.id and p.state in (0, 1)) as open,
       (select count(distinct document_index)::integer from page p where p.job_id = j.id) as indexes,
       (select max(document_index) from page p where p.job_id = j.id) as last,
       (select count(*)::integer from scrape s where s.job_id = j.id) as scrapes,
       (select sum(credits)::integer from credit_usage) as charged,
       (select sum(credits_used)::integer from team) as used,
       (select coalesce(sum(h.in_flight), 0)::integer from job_host h where h.job_id = j.id) as host_in_flight,
       (select coalesce(sum(h.queued), 0)::integer from job_host h where h.job_id = j.id) as host_queued
     from job j where j.id = $1`,
    [id],
  );
  assert.deepEqual(books, {
    status: 'completed',
    queued: 0,
    in_flight: 0,
    attempted: pages,
    completed: pages,
    credits: pages,
    done: pages,
    open: 0,
    indexes: pages,
    last: pages - 1,
    scrapes: pages,
    charged: earlierCredits + pages,
    used: earlierCredits + pages,
    host_in_flight: 0,
    host_queued: 0,
  });
}

/** Slots of the team come back: those of living processes at once, those of dead ones when their leases run out. */
export async function untilNoSlotIsTaken(db: Database): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const slots = await askDatabase<{ active: number; leased: number }>(
      db,
      `select (select sum(active)::integer from slot_group) as active,
         (select coalesce(sum(slots), 0)::integer from slot_lease) as leased`,
    );
    if (slots.active === 0 && slots.leased === 0) return;
    assert.ok(attempt < 600, `slots stay taken: ${JSON.stringify(slots)}`);
    await sleep(LOOK_MS);
  }
}

/** The dead are forgotten when their leases have run out. */
export async function untilWorkersAlive(db: Database, wanted: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { known } = await askDatabase<{ known: number }>(
      db,
      'select count(*)::integer as known from worker',
    );
    if (known === wanted) return;
    assert.ok(attempt < 600, `${known} workers are known`);
    await sleep(LOOK_MS);
  }
}
