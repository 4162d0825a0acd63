import type { Queryable } from '../store/database.ts';

/** Removes the oldest pages until the rest fits into `maxBytes` (compressed bodies). Returns how many it removed. */
export async function trimPageCache(db: Queryable, maxBytes: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from cached_page where (team_id, page_key) in (
       select team_id, page_key from (
         select team_id, page_key, sum(octet_length(body)) over (order by fetched_at desc, page_key) as bytes from cached_page
       ) pages where bytes > $1
     )`,
    [maxBytes],
  );
  return rowCount;
}
