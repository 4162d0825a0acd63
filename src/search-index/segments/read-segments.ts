import { statement, type Queryable } from '../../store/database.ts';
import { PAGE_BYTES, pageIdAt } from './page-entry.ts';

const READ_BLOCKS = statement(
  'search_block_read',
  `select first_term as "firstTerm", data from search_block
   where segment_id = $1 and first_term > $2 collate "C" order by first_term limit 100`,
);
const LIVE = statement('search_page_live', 'select id from search_page where id = any($1::bigint[])');

const IDS_A_STATEMENT = 20_000;

/** Reads the blocks of a segment in order, some at a time. */
export async function* readBlocks(db: Queryable, segmentId: number): AsyncGenerator<Buffer> {
  let after = '';
  for (;;) {
    const { rows } = await db.query<{ firstTerm: string; data: Buffer }>(READ_BLOCKS, [segmentId, after]);
    for (const { data } of rows) yield data;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.firstTerm;
  }
}

/** Marks the pages of a segment that are gone or have a newer version; undefined when all are there. */
export async function findDead(db: Queryable, pageIds: Buffer): Promise<Uint8Array | undefined> {
  const pages = pageIds.length / PAGE_BYTES;
  const isDead = new Uint8Array(pages);
  let dead = 0;
  for (let from = 0; from < pages; from += IDS_A_STATEMENT) {
    const end = Math.min(from + IDS_A_STATEMENT, pages);
    const ids = Array.from({ length: end - from }, (_, index) => pageIdAt(pageIds, from + index));
    const { rows } = await db.query<{ id: number }>(LIVE, [ids]);
    if (rows.length === ids.length) continue;
    const live = new Set(rows.map(({ id }) => id));
    for (const [index, id] of ids.entries()) {
      if (live.has(id)) continue;
      isDead[from + index] = 1;
      dead++;
    }
  }
  return dead === 0 ? undefined : isDead;
}
