import { decompressZstd } from '../lib/bytes/compress.ts';
import { createTimeSlices } from '../lib/turns/time-slices.ts';
import { statement, type Database, type Queryable } from '../store/database.ts';
import { withRetries } from '../store/with-retries.ts';
import { PageAnalyser } from './segments/analyse-page.ts';
import { BATCH_PAGES } from './batch-wait.ts';
import { buildSegment, type PageToIndex } from './segments/build-segment.ts';
import { INDEX_FORMAT } from './segments/index-format.ts';
import { shareIndex } from './segments/index-lock.ts';
import type { IndexedImage } from './indexed-page.ts';
import { writeSegment } from './segments/write-segment.ts';

/** Bytes of their texts, compressed: long ones are fewer. */
const BATCH_BYTES = 8_000_000;
const MINUTE_MS = 60_000;

const TAKE = statement(
  'search_pending_take',
  `with taken as (
     select page_id from search_pending where team_id = $1 order by page_id limit $2 for update skip locked
   ), sized as (
     select t.page_id, sum(coalesce(octet_length(p.text), 0)) over (order by t.page_id) as bytes
     from taken t left join search_page p on p.id = t.page_id
   ), first as (
     select page_id from sized where bytes <= $3 union select min(page_id) from sized
   )
   delete from search_pending using first
   where search_pending.team_id = $1 and search_pending.page_id = first.page_id returning search_pending.page_id as id`,
);
const READ = statement(
  'search_page_read',
  `select id, url, title, description, headings, link_text as "linkText", language, page_type as "pageType",
     file_type as "fileType", published_at as "publishedAt", first_seen_at as "firstSeenAt", images, text
   from search_page where id = any($1::bigint[]) order by id`,
);
const AVERAGE = statement(
  'search_segment_average',
  `select sum(body_words)::float8 / sum(pages) as average from search_segment where team_id = $1 and format = $2`,
);

interface PageRow {
  id: number;
  url: string;
  title: string;
  description: string;
  headings: string;
  linkText: string;
  language: string | null;
  pageType: string | null;
  fileType: string | null;
  publishedAt: Date | null;
  firstSeenAt: Date;
  images: IndexedImage[];
  text: Buffer;
}

/**
 * Indexes pages of a team that wait for it, `limit` at most: they become a segment in the transaction that takes them off
 * the list, so each is indexed once, whenever the process dies. Pages that another process has taken are left to it.
 * Gives the number that was taken off the list.
 */
export async function indexPending(db: Database, teamId: string, limit = BATCH_PAGES): Promise<number> {
  return withRetries(db, () =>
    db.transaction(async (tx) => {
      await shareIndex(tx, teamId);
      const taken = await tx.query<{ id: number }>(TAKE, [teamId, limit, BATCH_BYTES]);
      if (taken.rowCount === 0) return 0;
      const { rows } = await tx.query<PageRow>(READ, [taken.rows.map(({ id }) => id)]);
      if (rows.length > 0) await index(tx, teamId, rows);
      return taken.rowCount;
    }),
  );
}

async function index(tx: Queryable, teamId: string, rows: readonly PageRow[]): Promise<void> {
  const averages = await tx.query<{ average: number | null }>(AVERAGE, [teamId, INDEX_FORMAT]);
  const averageBody = averages.rows[0]?.average ?? undefined;
  const analyser = new PageAnalyser({ averageBody });
  const slices = createTimeSlices();
  const pages: PageToIndex[] = [];
  for (const row of rows) {
    if (slices.isOver()) await slices.rest();
    pages.push(await pageToIndex(row, analyser));
  }
  const { blocks, ...segment } = await buildSegment(pages, slices);
  await writeSegment(tx, { ...segment, teamId }, blocks);
}

async function pageToIndex(row: PageRow, analyser: PageAnalyser): Promise<PageToIndex> {
  const { id, text, language, pageType, fileType, publishedAt, firstSeenAt } = row;
  const page = {
    ...row,
    language: language ?? undefined,
    pageType: pageType ?? undefined,
    fileType: fileType ?? undefined,
    publishedAt: publishedAt ?? undefined,
  };
  const plain = (await decompressZstd(text)).toString();
  return {
    id: BigInt(id),
    minutes: Math.floor((publishedAt ?? firstSeenAt).getTime() / MINUTE_MS),
    analysed: analyser.analyse(page, plain),
  };
}
