import type { Queryable } from '../../store/database.ts';
import { createRowWriter } from '../../store/row-values.ts';
import type { CachedPageRow } from './page-cache.ts';

const COLUMNS = {
  team_id: 'uuid',
  page_key: 'bytea',
  fetched_at: 'timestamptz',
  url: 'text',
  response: 'json',
  body: 'bytea',
  body_bytes: 'integer',
} as const;

const NAMES = Object.keys(COLUMNS).join(', ');

const writeRows = createRowWriter(
  'cached_page_write',
  COLUMNS,
  (rows) =>
    `insert into cached_page (${NAMES})
     select distinct on (team_id, page_key) ${NAMES} from ${rows} order by team_id, page_key, fetched_at desc
     on conflict (team_id, page_key) do update set fetched_at = excluded.fetched_at, url = excluded.url,
       response = excluded.response, body = excluded.body, body_bytes = excluded.body_bytes
     where cached_page.fetched_at <= excluded.fetched_at`,
);

/** Keeps pages for those who ask for them again; the newest copy of a page wins. */
export async function writeCachedPages(tx: Queryable, rows: readonly CachedPageRow[]): Promise<void> {
  await writeRows(
    tx,
    rows
      .toSorted((one, other) => Buffer.compare(one.key.hash, other.key.hash))
      .map(({ key, fetchedAt, url, response, body, bodyBytes }) => [
        key.teamId,
        key.hash,
        fetchedAt,
        url,
        response,
        body,
        bodyBytes,
      ]),
  );
}
