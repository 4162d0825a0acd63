import type { Queryable } from '../store/database.ts';

/** What a row takes besides what is counted. */
const ROW_BYTES = 200;

/** Removes the oldest pages until the rest fits into `maxBytes` as stored. Returns how many it removed. */
export async function trimPageCache(db: Queryable, maxBytes: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from cached_page where (team_id, page_key) in (
       select team_id, page_key from (
         select team_id, page_key,
           sum(octet_length(body) + pg_column_size(response) + octet_length(url) + ${ROW_BYTES})
             over (order by fetched_at desc, page_key) as bytes
         from cached_page
       ) pages where bytes > $1
     )`,
    [maxBytes],
  );
  return rowCount;
}
