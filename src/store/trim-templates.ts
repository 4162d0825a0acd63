import type { Queryable } from './queryable.ts';

/** Tables of what is known of templates of pages: with `team_id` and `seen_at`. */
type TemplateTable = 'learnt_template' | 'site_template';

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_PER_TEAM = 2_000;
/** Removed by one statement. */
const BATCH_ROWS = 10_000;

/** Removes rows that nothing was added to for 30 days, and the oldest of teams with more than 2,000; gives their number. */
export async function trimTemplates(db: Queryable, table: TemplateTable, now: number): Promise<number> {
  for (let removed = 0; ;) {
    const { rowCount } = await db.query(
      `delete from ${table} where ctid = any (array(
         select ctid from ${table} where seen_at < $1 order by seen_at limit ${BATCH_ROWS} for update skip locked
       ))`,
      [new Date(now - KEEP_MS)],
    );
    removed += rowCount;
    if (rowCount < BATCH_ROWS) return removed + (await trimTeams(db, table));
  }
}

async function trimTeams(db: Queryable, table: TemplateTable): Promise<number> {
  const { rowCount } = await db.query(
    `delete from ${table} using (
       select ctid, row_number() over (partition by team_id order by seen_at desc) as place from ${table}
     ) as old
     where old.place > ${MOST_PER_TEAM} and ${table}.ctid = old.ctid`,
  );
  return rowCount;
}
