import type { Caller } from '../../accounts/caller.ts';
import { chargeSql } from '../../accounts/charge-sql.ts';
import { compressPieces } from '../../lib/bytes/compress.ts';
import { Gathering, type Gathered } from '../../lib/sharing/gathering.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { documentJson, type PackedDocument } from '../../scraper/packed-document.ts';
import type { CachedPageRow } from '../../scraper/cache/page-cache.ts';
import {
  SNAPSHOT_COLUMNS,
  snapshotUpsert,
  snapshotValues,
  type SnapshotRow,
} from '../../scraper/changes/snapshots.ts';
import { INDEX_COLUMNS, indexUpsert, indexValues, type IndexChange } from '../../search-index/write-pages.ts';
import { statement, type Database, type Statement } from '../../store/database.ts';
import { rowPlaceholders } from '../../store/row-values.ts';
import { withRetries } from '../../store/with-retries.ts';

/** Rows that one statement writes; more wait for the next. Few sizes, because each is a prepared statement. */
const BATCH_SIZES = [32, 16, 8, 4, 2, 1] as const;
/** Bytes of bodies and documents that one statement carries; PostgreSQL takes a message of 1 GB at most. */
const BATCH_BYTES = 64_000_000;
/** Longer options are not kept: a scrape that fails costs nothing, and must not fill the disk. */
const MAX_OPTIONS_CHARACTERS = 64_000;

/** The kind of request, for a page, an uploaded file or a result of a search: the ledger tells them apart. */
export type ScrapeKind = 'scrape' | 'parse' | 'search';

/** The record of a scrape, written when the scrape ends, well or not: one row, its charge, and what is kept of the page. */
export interface ScrapeRecord {
  id: string;
  caller: Caller;
  kind: ScrapeKind;
  createdAt: Date;
  /**
   * The URL that was asked for. Undefined for a secret scrape (zero data retention, lockdown), as are options, trace
   * and document.
   */
  target: string | undefined;
  options: unknown;
  credits: number;
  durationMs: number;
  statusCode: number | undefined;
  errorCode: string | undefined;
  trace: unknown;
  document: PackedDocument | undefined;
  toCache: CachedPageRow | undefined;
  toIndex: IndexChange | undefined;
  toSnapshot: SnapshotRow | undefined;
}

/** Resolves when the record is safely on disk. */
export type RecordScrape = (record: ScrapeRecord) => Promise<void>;

interface Pending {
  record: ScrapeRecord;
  document: Buffer | null;
}

/**
 * Writes the records of scrapes: the row, the charge, the cached page, the snapshot, the page of the search index, in one durable statement. While
 * one statement is on its way, the records that arrive are gathered for the next, so that a busy server pays for one
 * commit for many scrapes and an idle one never waits.
 */
export function createRecordScrape(db: Database): RecordScrape {
  const statements = new Map(BATCH_SIZES.map((size) => [size as number, batchStatement(size)]));

  /** A record that cannot be written must not take others with it: they may be another team's. */
  async function write(batch: readonly Gathered<Pending>[]): Promise<void> {
    try {
      const insert = statements.get(batch.length) ?? batchStatement(batch.length);
      const values = batch.flatMap(({ item }) => rowValues(item));
      await withRetries(db, () => db.query(insert, values));
    } catch (error) {
      if (batch.length === 1 || error instanceof ServiceError) throw error;
      for (const each of batch) await write([each]).then(each.resolve, each.reject);
    }
  }

  const gathering = new Gathering<Pending>({
    write,
    bytesOf,
    maxBytes: BATCH_BYTES,
    maxItems: BATCH_SIZES[0],
    sizes: BATCH_SIZES,
  });
  return async function recordScrape(record) {
    const document = record.document ? await compressPieces(documentJson(record.document).pieces) : null;
    await gathering.add({ record, document });
  };
}

function bytesOf({ record: { toCache, toSnapshot, toIndex }, document }: Pending): number {
  const copies = (toCache?.body.length ?? 0) + (toSnapshot?.markdown?.length ?? 0);
  return copies + (toIndex?.page?.text.length ?? 0) + (document?.length ?? 0);
}

/** The columns of a record with their types, in the order of `rowValues`. */
const COLUMNS = {
  id: 'uuid',
  team_id: 'uuid',
  api_key_id: 'uuid',
  kind: 'text',
  created_at: 'timestamptz',
  target: 'text',
  options: 'json',
  credits: 'integer',
  duration_ms: 'integer',
  status_code: 'integer',
  error_code: 'text',
  trace: 'json',
  document: 'bytea',
  page_key: 'bytea',
  fetched_at: 'timestamptz',
  page_url: 'text',
  response: 'json',
  body: 'bytea',
  body_bytes: 'integer',
  ...SNAPSHOT_COLUMNS,
  ...INDEX_COLUMNS,
} as const;

function rowValues({ record, document }: Pending): unknown[] {
  return [
    record.id,
    record.caller.team.id,
    record.caller.apiKeyId,
    record.kind,
    record.createdAt,
    record.target ?? null,
    optionsText(record.options),
    record.credits,
    record.durationMs,
    record.statusCode ?? null,
    record.errorCode ?? null,
    record.trace === undefined ? null : JSON.stringify(record.trace),
    document,
    ...copyValues(record.toCache),
    ...snapshotValues(record.toSnapshot),
    ...indexValues(record.toIndex),
  ];
}

/** Gives the values from `page_key` to `body_bytes`. */
function copyValues(page: CachedPageRow | undefined): unknown[] {
  if (page === undefined) return Array.from({ length: 6 }, () => null);
  return [page.key.hash, page.fetchedAt, page.url, page.response, page.body, page.bodyBytes];
}

function optionsText(options: unknown): string | null {
  const text = options === undefined ? null : JSON.stringify(options);
  return text !== null && text.length > MAX_OPTIONS_CHARACTERS ? null : text;
}

const CHARGE = chargeSql('charge');

const SCRAPE_COLUMNS =
  'id, team_id, api_key_id, created_at, target, options, credits, duration_ms, status_code, error_code, trace, document';

/** Writes so many records: the scrapes, the ledger, the newest copy and snapshot of each page, the search index, the teams' totals. */
function batchStatement(size: number): Statement {
  return statement(
    `scrape_record_${size}`,
    `with record (${Object.keys(COLUMNS).join(', ')}) as (values ${rowPlaceholders(COLUMNS, size)}),
     written as (insert into scrape (${SCRAPE_COLUMNS}) select ${SCRAPE_COLUMNS} from record),
     charge as (select team_id, api_key_id, kind, created_at as at, credits, 1 as calls from record),
     spent as (${CHARGE.entered}),
     ${indexUpsert('record')},
     kept as (
       insert into cached_page (team_id, page_key, fetched_at, url, response, body, body_bytes)
       select distinct on (team_id, page_key) team_id, page_key, fetched_at, page_url, response, body, body_bytes
       from record where page_key is not null order by team_id, page_key, fetched_at desc
       on conflict (team_id, page_key) do update set fetched_at = excluded.fetched_at, url = excluded.url,
         response = excluded.response, body = excluded.body, body_bytes = excluded.body_bytes
       where cached_page.fetched_at <= excluded.fetched_at
     ),
     tracked as (${snapshotUpsert('record')})
     ${CHARGE.booked}`,
  );
}
