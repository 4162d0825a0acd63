import type { Queryable } from '../../store/database.ts';

const KEEP_MS = 365 * 24 * 60 * 60 * 1000;
/** Removed by one statement. */
const BATCH_ROWS = 10_000;

/** Removes the snapshots of pages that were not tracked for a year. Returns how many it removed. */
export async function trimSnapshots(db: Queryable, now: number): Promise<number> {
  for (let removed = 0; ;) {
    const { rowCount } = await db.query(
      `delete from snapshot where ctid = any (array(
         select ctid from snapshot where scraped_at < $1 order by scraped_at limit ${BATCH_ROWS} for update skip locked
       ))`,
      [new Date(now - KEEP_MS)],
    );
    removed += rowCount;
    if (rowCount < BATCH_ROWS) return removed;
  }
}
