import { statement, type Database, type Queryable } from '../../store/database.ts';
import { withRetries } from '../../store/with-retries.ts';
import { INDEX_FORMAT } from './index-format.ts';
import { shareIndex } from './index-lock.ts';
import { mergeBlocks, mergeHeads } from './merge-blocks.ts';
import { findDead, readBlocks } from './read-segments.ts';
import { writeSegment } from './write-segment.ts';

/** Segments of one level that become one. */
const MERGED_TOGETHER = 8;
/** Larger segments are left alone: another merge would take seconds and save little. */
const LARGEST_LEVEL = 5;
/** A larger part of dead pages is worth a segment's rewriting. */
const DEAD_SHARE = 1 / 3;

const FULL_LEVEL = statement(
  'search_segment_full_level',
  `select level from search_segment where team_id = $1 and format = $2 and level < ${LARGEST_LEVEL}
   group by level having count(*) >= ${MERGED_TOGETHER} order by level limit 1`,
);
const LOCK_LEVEL = statement(
  'search_segment_lock_level',
  `select id, pages, body_words as "bodyWords", page_ids as "pageIds", times from search_segment
   where team_id = $1 and format = $2 and level = $3 order by id limit ${MERGED_TOGETHER} for update skip locked`,
);
const LOCK_ONE = statement(
  'search_segment_lock',
  `select id, pages, body_words as "bodyWords", page_ids as "pageIds", times from search_segment
   where id = $1 for update skip locked`,
);

interface SegmentSource {
  id: number;
  pages: number;
  bodyWords: number;
  pageIds: Buffer;
  times: Buffer;
}

/**
 * Merges eight segments of a level into one of the next, without the pages that are gone, until no level of the team has
 * eight; gives the number of merges. Each is one transaction, so a search sees the eight or the one. Segments that another
 * process merges are left to it.
 */
export async function mergeSegments(db: Database, teamId: string, signal?: AbortSignal): Promise<number> {
  for (let merges = 0; ; merges++) {
    if (signal?.aborted) return merges;
    const { rows } = await db.query<{ level: number }>(FULL_LEVEL, [teamId, INDEX_FORMAT]);
    const [full] = rows;
    if (full === undefined || !(await mergeLevel(db, teamId, full.level))) return merges;
  }
}

/** Rewrites the segments of a team of which more than a third is dead pages; gives their number. */
export async function compactSegments(db: Database, teamId: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    'select id from search_segment where team_id = $1 and format = $2 order by id',
    [teamId, INDEX_FORMAT],
  );
  let rewritten = 0;
  for (const { id } of rows) {
    rewritten += await withRetries(db, () =>
      db.transaction(async (tx) => {
        await shareIndex(tx, teamId);
        const [source] = (await tx.query<SegmentSource>(LOCK_ONE, [id])).rows;
        if (source === undefined) return 0;
        const isDead = await findDead(tx, source.pageIds);
        const dead = isDead?.reduce((sum, one) => sum + one, 0) ?? 0;
        if (dead <= source.pages * DEAD_SHARE) return 0;
        await replace(tx, teamId, [{ ...source, isDead }]);
        return 1;
      }),
    );
  }
  return rewritten;
}

/** False when another process is at it. */
async function mergeLevel(db: Database, teamId: string, level: number): Promise<boolean> {
  return withRetries(db, () =>
    db.transaction(async (tx) => {
      await shareIndex(tx, teamId);
      const { rows } = await tx.query<SegmentSource>(LOCK_LEVEL, [teamId, INDEX_FORMAT, level]);
      if (rows.length < MERGED_TOGETHER) return false;
      const sources = [];
      for (const row of rows) sources.push({ ...row, isDead: await findDead(tx, row.pageIds) });
      await replace(tx, teamId, sources);
      return true;
    }),
  );
}

async function replace(
  tx: Queryable,
  teamId: string,
  sources: ReadonlyArray<SegmentSource & { isDead: Uint8Array | undefined }>,
): Promise<void> {
  const ids = sources.map(({ id }) => id);
  const merged = mergeHeads(sources);
  if (merged.pages > 0) {
    const blocks = mergeBlocks(sources.map((source) => ({ ...source, blocks: readBlocks(tx, source.id) })));
    await writeSegment(tx, { teamId, ...merged, bodyWords: bodyWordsOf(sources, merged.pages) }, blocks);
  }
  await removeSegments(tx, ids);
}

/** Dead pages are taken to be as long as the others. */
function bodyWordsOf(sources: readonly SegmentSource[], pages: number): number {
  const words = sources.reduce((sum, { bodyWords }) => sum + bodyWords, 0);
  const before = sources.reduce((sum, source) => sum + source.pages, 0);
  return Math.round((words * pages) / Math.max(before, 1));
}

async function removeSegments(tx: Queryable, ids: readonly number[]): Promise<void> {
  await tx.query('delete from search_block where segment_id = any($1::bigint[])', [ids]);
  await tx.query('delete from search_segment where id = any($1::bigint[])', [ids]);
}
