import { DELIVERY_STATE } from '../../jobs/model/delivery-state.ts';
import { DELIVERIES_CHANNEL } from '../../jobs/model/enqueue-deliveries.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';

/** Which deliveries to make again. */
export type RedeliverySelection =
  | { ids: readonly string[] }
  | { jobId: string }
  /** Those that were given up, of one team or of all. */
  | { teamId: string | undefined };

/**
 * Makes deliveries due at once, with all their attempts before them, whatever became of them; those that are under way
 * right now are left alone. Returns how many. NOT_FOUND when an id names none.
 */
export async function redeliver(db: Queryable, selection: RedeliverySelection): Promise<number> {
  const [condition, value] = conditionOf(selection);
  if ('ids' in selection) await requireAll(db, selection.ids);
  const { rowCount } = await db.query(
    `update delivery set state = ${DELIVERY_STATE.waiting}, attempts = 0, next_at = clock_timestamp(), delivered_at = null
     where ${condition} and state <> ${DELIVERY_STATE.underWay}`,
    [value],
  );
  await db.query(`select pg_notify($1, '')`, [DELIVERIES_CHANNEL]);
  return rowCount;
}

function conditionOf(selection: RedeliverySelection): [condition: string, value: unknown] {
  if ('ids' in selection) return ['id = any($1::uuid[])', selection.ids];
  if ('jobId' in selection) return ['job_id = $1', selection.jobId];
  return [
    `state = ${DELIVERY_STATE.failed} and ($1::uuid is null or team_id = $1)`,
    selection.teamId ?? null,
  ];
}

async function requireAll(db: Queryable, ids: readonly string[]): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `select given.id from unnest($1::uuid[]) as given (id)
     where not exists (select from delivery d where d.id = given.id) limit 1`,
    [ids],
  );
  const [missing] = rows;
  if (missing) throw new ServiceError('NOT_FOUND', { message: `There is no delivery ${missing.id}` });
}
