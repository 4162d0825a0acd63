import { statement, type Queryable } from '../store/database.ts';

/** The search index of a team, in numbers. */
export interface IndexStatus {
  teamId: string;
  /** Pages that can be searched, or will be. */
  pages: number;
  /** Bytes of their rows, texts compressed. */
  pageBytes: number;
  /** Pages that wait to be indexed. */
  pending: number;
  segments: number;
  /** Bytes of the segments. */
  indexBytes: number;
}

const READ = statement(
  'search_index_status',
  `with page as (
     select team_id, count(*) as pages, sum(pg_column_size(p.*)) as bytes
     from search_page p where $1::uuid is null or team_id = $1 group by team_id
   ), pending as (
     select team_id, count(*) as pages from search_pending where $1::uuid is null or team_id = $1 group by team_id
   ), segment as (
     select team_id, count(*) as segments,
       sum(octet_length(page_ids) + octet_length(times) + (
         select coalesce(sum(octet_length(data) + octet_length(first_term)), 0) from search_block where segment_id = s.id
       )) as bytes
     from search_segment s where $1::uuid is null or team_id = $1 group by team_id
   )
   select team_id as "teamId", coalesce(page.pages, 0) as pages, coalesce(page.bytes, 0)::bigint as "pageBytes",
     coalesce(pending.pages, 0) as pending, coalesce(segments, 0) as segments,
     coalesce(segment.bytes, 0)::bigint as "indexBytes"
   from page full join pending using (team_id) full join segment using (team_id) order by team_id`,
);

/** Reads how large the index of a team is, or that of each team. */
export async function readIndexStatus(db: Queryable, teamId?: string): Promise<IndexStatus[]> {
  return (await db.query<IndexStatus>(READ, [teamId ?? null])).rows;
}
