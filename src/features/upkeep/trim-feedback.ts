import type { Queryable } from '../../store/database.ts';

/** Removes feedback of more than half a year ago. Returns how much it removed. */
export async function trimFeedback(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `delete from feedback where created_at < clock_timestamp() - interval '180 days'`,
  );
  return rowCount;
}
