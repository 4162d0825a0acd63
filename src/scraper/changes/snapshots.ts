import { hash } from 'node:crypto';
import { normalForm } from '../../frontier/same-page/normal-form.ts';
import { statement, type Queryable } from '../../store/database.ts';

const TAG_KEY_BYTES = 16;

/** Which history a version of a page belongs to. */
export interface SnapshotKey {
  teamId: string;
  url: Buffer;
  tag: Buffer;
}

/** A row of `snapshot`, ready to be written with whatever else its scrape writes. */
export interface SnapshotRow {
  key: SnapshotKey;
  /** When the page was fetched. */
  scrapedAt: Date;
  /** The page was gone: only that is written, the content stays. */
  isRemoved: boolean;
  /** The text that is compared, zstd-compressed; undefined when the page was gone. */
  markdown: Buffer | undefined;
  contentHash: Buffer | undefined;
}

/** A stored version of a page. */
export interface Snapshot {
  scrapedAt: Date;
  isRemoved: boolean;
  contentHash: Buffer;
  /** zstd-compressed; null when it was not asked for. */
  markdown: Buffer | null;
}

/** A tag may be any text of any length, so its digest is what counts; no tag and an empty one are the same. */
export function snapshotKey(teamId: string, url: URL, tag: string | null): SnapshotKey {
  const { key } = normalForm(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: false });
  const tagKey = tag ? hash('sha256', tag, 'buffer').subarray(0, TAG_KEY_BYTES) : Buffer.alloc(0);
  return { teamId, url: key, tag: tagKey };
}

const FIND = statement(
  'snapshot_find',
  `select scraped_at as "scrapedAt", is_removed as "isRemoved", content_hash as "contentHash",
     case when $4::boolean and content_hash is distinct from $5 then markdown end as markdown
   from snapshot where team_id = $1 and url_key = $2 and tag_key = $3 and content_hash is not null`,
);

/**
 * Finds the version to compare with. The version's Markdown comes only when it is wanted and differs from
 * `contentHash`.
 */
export async function findSnapshot(
  db: Queryable,
  key: SnapshotKey,
  { contentHash, isMarkdownWanted }: { contentHash: Buffer; isMarkdownWanted: boolean },
): Promise<Snapshot | undefined> {
  const { rows } = await db.query<Snapshot>(FIND, [
    key.teamId,
    key.url,
    key.tag,
    isMarkdownWanted,
    contentHash,
  ]);
  return rows[0];
}

/** Columns of a snapshot with their types, in the order of `snapshotValues`. */
export const SNAPSHOT_COLUMNS = {
  url_key: 'bytea',
  tag_key: 'bytea',
  scraped_at: 'timestamptz',
  is_removed: 'boolean',
  markdown: 'bytea',
  content_hash: 'bytea',
} as const;

/** Gives the values of a snapshot in the order of `SNAPSHOT_COLUMNS`; nulls for none. */
export function snapshotValues(row: SnapshotRow | undefined): unknown[] {
  return [
    row?.key.url ?? null,
    row?.key.tag ?? null,
    row?.scrapedAt ?? null,
    row?.isRemoved ?? null,
    row?.markdown ?? null,
    row?.contentHash ?? null,
  ];
}

/**
 * Gives the SQL that writes the snapshots in `source`, a relation with `team_id` and the columns above; rows without
 * `url_key` are no snapshots. The newest of several for one page is kept. Rows are written in the order of the key, so
 * that two statements never wait for each other.
 */
export function snapshotUpsert(source: string): string {
  const columns = `team_id, ${Object.keys(SNAPSHOT_COLUMNS).join(', ')}`;
  return `insert into snapshot (${columns})
    select distinct on (team_id, url_key, tag_key) ${columns}
    from ${source} where url_key is not null order by team_id, url_key, tag_key, scraped_at desc
    on conflict (team_id, url_key, tag_key) do update
    set scraped_at = excluded.scraped_at, is_removed = excluded.is_removed,
      markdown = coalesce(excluded.markdown, snapshot.markdown),
      content_hash = coalesce(excluded.content_hash, snapshot.content_hash)
    where snapshot.scraped_at <= excluded.scraped_at`;
}

const WRITE = statement(
  'snapshot_write',
  snapshotUpsert(
    `unnest($1::uuid[], ${Object.values(SNAPSHOT_COLUMNS)
      .map((type, index) => `$${index + 2}::${type}[]`)
      .join(', ')}) as row (team_id, ${Object.keys(SNAPSHOT_COLUMNS).join(', ')})`,
  ),
);

/** Writes snapshots where nothing newer is stored. */
export async function writeSnapshots(tx: Queryable, rows: readonly SnapshotRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(snapshotValues);
  await tx.query(WRITE, [
    rows.map(({ key }) => key.teamId),
    ...Object.keys(SNAPSHOT_COLUMNS).map((_, column) => values.map((row) => row[column])),
  ]);
}
