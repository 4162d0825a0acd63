import { statement, type Queryable } from '../../store/database.ts';

/** Measured so far apart, and kept for so long. */
const APART = `interval '55 minutes'`;
const KEPT = `interval '31 days'`;

const MEASURE = statement(
  'database_size_measure',
  `with forgotten as (delete from database_size where at < clock_timestamp() - ${KEPT})
   insert into database_size (at, bytes) select clock_timestamp(), pg_database_size(current_database())
   where not exists (select from database_size where at > clock_timestamp() - ${APART})
   on conflict do nothing`,
);

/** Notes how large the database is, unless it was noted within the hour. Returns 0: nothing is removed by it. */
export async function measureDatabase(db: Queryable): Promise<number> {
  await db.query(MEASURE);
  return 0;
}
