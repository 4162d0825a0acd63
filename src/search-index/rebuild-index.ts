import { statement, type Database, type Queryable } from '../store/database.ts';
import { withRetries } from '../store/with-retries.ts';
import { indexPending } from './index-pending.ts';
import { INDEX_FORMAT } from './segments/index-format.ts';
import { ownIndex } from './segments/index-lock.ts';
import { mergeSegments } from './segments/merge-segments.ts';

const PAGES_A_STATEMENT = 10_000;

const FIND_STALE = statement(
  'search_segment_stale',
  'select distinct team_id as id from search_segment where format <> $1',
);
const REMOVE_SEGMENTS = statement(
  'search_segment_remove_all',
  `with gone as (delete from search_segment where team_id = $1 returning id)
   delete from search_block using gone where segment_id = gone.id`,
);

/** Indexes the pages of a team anew, from their texts; `onProgress` is told how many of how many are done. */
export async function rebuildIndex(
  db: Database,
  teamId: string,
  { onProgress, signal }: { onProgress: (done: number, of: number) => void; signal: AbortSignal },
): Promise<number> {
  const of = await putAllOnTheList(db, teamId);
  for (let done = 0; ;) {
    signal.throwIfAborted();
    const taken = await indexPending(db, teamId);
    if (taken === 0) return of;
    done += taken;
    onProgress(Math.min(done, of), of);
    await mergeSegments(db, teamId, signal);
  }
}

/**
 * Puts the pages on the list whose segments are of another version of the index than this program's; gives the number of
 * teams with such pages. The indexer does the rest.
 */
export async function renewFormat(db: Database): Promise<number> {
  const { rows } = await db.query<{ id: string }>(FIND_STALE, [INDEX_FORMAT]);
  for (const { id } of rows) await renewTeam(db, id);
  return rows.length;
}

/** Removes all pages of a team from the index; gives their number. */
export async function dropIndex(db: Database, teamId: string): Promise<number> {
  return withRetries(db, () =>
    db.transaction(async (tx) => {
      await ownIndex(tx, teamId);
      await tx.query(REMOVE_SEGMENTS, [teamId]);
      await tx.query('delete from search_pending where team_id = $1', [teamId]);
      return (await tx.query('delete from search_page where team_id = $1', [teamId])).rowCount;
    }),
  );
}

/** Removes the pages whose URL begins so; gives their number. Their entries in segments go with the next merge. */
export async function removePages(db: Queryable, teamId: string, urlPrefix: string): Promise<number> {
  const sql = 'delete from search_page where team_id = $1 and starts_with(url, $2)';
  return (await db.query(sql, [teamId, urlPrefix])).rowCount;
}

/** In one transaction with the end of the segments: a page is in a segment or on the list at every moment. */
function putAllOnTheList(db: Database, teamId: string): Promise<number> {
  return withRetries(db, () =>
    db.transaction(async (tx) => {
      await ownIndex(tx, teamId);
      return relist(tx, teamId);
    }),
  );
}

/** Another process may have done it meanwhile. */
async function renewTeam(db: Database, teamId: string): Promise<void> {
  await withRetries(db, () =>
    db.transaction(async (tx) => {
      await ownIndex(tx, teamId);
      const { rows } = await tx.query<{ id: string }>(FIND_STALE, [INDEX_FORMAT]);
      if (rows.some(({ id }) => id === teamId)) await relist(tx, teamId);
    }),
  );
}

async function relist(tx: Queryable, teamId: string): Promise<number> {
  await tx.query(REMOVE_SEGMENTS, [teamId]);
  return listPages(tx, teamId);
}

async function listPages(tx: Queryable, teamId: string): Promise<number> {
  for (let pages = 0, after = 0; ;) {
    const { rows } = await tx.query<{ last: number | null; pages: number }>(
      `with next as (
         select id from search_page where team_id = $1 and id > $2 order by id limit ${PAGES_A_STATEMENT}
       ), listed as (
         insert into search_pending (team_id, page_id) select $1, id from next on conflict do nothing
       ) select max(id) as last, count(*) as pages from next`,
      [teamId, after],
    );
    const { last, pages: listed } = rows[0]!;
    if (last === null) return pages;
    pages += listed;
    after = last;
  }
}
