import type { Queryable } from '../../store/database.ts';
import { createRowWriter } from '../../store/row-values.ts';
import type { IndexBlock } from '../block.ts';
import { INDEX_FORMAT } from './index-format.ts';

/** A segment without its blocks. */
export interface SegmentRow {
  teamId: string;
  pages: number;
  bodyWords: number;
  pageIds: Buffer;
  times: Buffer;
}

/** Segments of eight times as many pages are of the next level. */
const PAGES_A_LEVEL = 8;
const BLOCKS_A_STATEMENT = 32;

/** The level of a segment: eight of one level are merged. */
function levelOf(pages: number): number {
  return Math.floor(Math.log2(Math.max(pages, 1)) / Math.log2(PAGES_A_LEVEL));
}

const writeRows = createRowWriter(
  'search_block_write',
  { segment_id: 'bigint', first_term: 'text', data: 'bytea' },
  (rows) =>
    `insert into search_block (segment_id, first_term, data) select segment_id, first_term, data from ${rows}`,
);

/** Writes a segment with its blocks; gives its id. */
export async function writeSegment(
  tx: Queryable,
  { teamId, pages, bodyWords, pageIds, times }: SegmentRow,
  blocks: Iterable<IndexBlock> | AsyncIterable<IndexBlock>,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into search_segment (team_id, level, pages, format, body_words, page_ids, times)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [teamId, levelOf(pages), pages, INDEX_FORMAT, bodyWords, pageIds, times],
  );
  const { id } = rows[0]!;
  const batch: IndexBlock[] = [];
  const write = (): Promise<void> =>
    writeRows(
      tx,
      batch.splice(0).map(({ firstTerm, data }) => [id, firstTerm, data]),
    );
  for await (const block of blocks) {
    batch.push(block);
    if (batch.length === BLOCKS_A_STATEMENT) await write();
  }
  await write();
  return id;
}
