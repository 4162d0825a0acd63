import { statement, type Database, type Queryable } from '../store/database.ts';
import { createFairTrim } from '../store/trim-fairly.ts';
import { compactSegments } from './segments/merge-segments.ts';

/** Bytes of a page besides those that are counted: its rows, their indexes, its part of segments. */
const PAGE_BYTES = 1_600;

const TAKEN = statement(
  'search_index_taken',
  `select sum(pg_total_relation_size(name::regclass))::bigint as bytes
   from unnest(array['search_page', 'search_segment', 'search_block', 'search_pending']) name`,
);
/** Teams whose segments hold many more pages than there are. */
const FIND_SPARSE = statement(
  'search_segment_sparse',
  `select s.team_id as id from (select team_id, sum(pages) as pages from search_segment group by team_id) s
   where s.pages > 1.5 * (select count(*) from search_page p where p.team_id = s.team_id)`,
);

const trimPages = createFairTrim({
  table: 'search_page',
  key: 'url_key',
  bytes: `octet_length(text) + octet_length(url) + octet_length(title) + octet_length(description)
    + octet_length(headings) + pg_column_size(images) + ${PAGE_BYTES}`,
  age: 'fetched_at',
});

/** Removes pages until the rest fits into so many bytes as stored, of each team with more than its share its oldest. */
export async function trimIndex(db: Queryable, maxBytes: number): Promise<number> {
  // The tables take no less than what is in them, and their size is known without reading them.
  const { rows } = await db.query<{ bytes: number }>(TAKEN);
  return (rows[0]?.bytes ?? 0) <= maxBytes ? 0 : trimPages(db, maxBytes);
}

/** Rewrites segments that hold many pages that are gone; gives the number of segments. */
export async function compactIndex(db: Database): Promise<number> {
  const { rows } = await db.query<{ id: string }>(FIND_SPARSE);
  let rewritten = 0;
  for (const { id } of rows) rewritten += await compactSegments(db, id);
  return rewritten;
}
