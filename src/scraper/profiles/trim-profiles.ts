import type { Queryable } from '../../store/database.ts';

/** Removes the profiles that nobody has used for 90 days. Returns how many it removed. */
export async function trimProfiles(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `delete from profile
     where used_at < clock_timestamp() - interval '90 days'
       and (leased_until is null or leased_until <= clock_timestamp())`,
  );
  return rowCount;
}
