import type { Queryable } from '../store/database.ts';
import { createRowWriter } from '../store/row-values.ts';
import type { IndexedPage } from './indexed-page.ts';

/** The effect of a scrape on the search index of its team. */
export interface IndexChange {
  teamId: string;
  fetchedAt: Date;
  /** The page as it is to be found; undefined: the address has none any more. */
  page: IndexedPage | undefined;
  /** Keys of addresses that have no page of their own: the site says that it is gone, or leads elsewhere. */
  goneKeys: readonly Buffer[];
}

/** Columns of a change with their types, in the order of `indexValues`; `ix_key` is null where there is no page. */
export const INDEX_COLUMNS = {
  ix_at: 'timestamptz',
  ix_gone: 'bytea[]',
  ix_key: 'bytea',
  ix_url: 'text',
  ix_title: 'text',
  ix_description: 'text',
  ix_headings: 'text',
  ix_link_text: 'text',
  ix_language: 'text',
  ix_page_type: 'text',
  ix_file_type: 'text',
  ix_published_at: 'timestamptz',
  ix_images: 'json',
  ix_image_url: 'text',
  ix_simhash: 'bigint',
  ix_text: 'bytea',
  ix_text_bytes: 'integer',
  ix_text_hash: 'bytea',
} as const;

type IndexColumn = keyof typeof INDEX_COLUMNS;

const COLUMN_NAMES = Object.keys(INDEX_COLUMNS) as IndexColumn[];

/** Columns of `search_page` that a newer version of a page takes over as they are. */
const TAKEN = [
  'url',
  'title',
  'description',
  'headings',
  'language',
  'page_type',
  'file_type',
  'published_at',
  'images',
  'image_url',
  'simhash',
  'text',
  'text_bytes',
  'text_hash',
] as const;

/** Gives the values of a change in the order of `INDEX_COLUMNS`; nulls for none. */
export function indexValues(change: IndexChange | undefined): readonly unknown[] {
  if (change === undefined) return Array.from(COLUMN_NAMES, () => null);
  const { page, goneKeys, fetchedAt } = change;
  const values = { ix_at: fetchedAt, ix_gone: goneKeys.length === 0 ? null : goneKeys, ...pageValues(page) };
  return COLUMN_NAMES.map((name) => values[name] ?? null);
}

function pageValues(page: IndexedPage | undefined): Partial<Record<IndexColumn, unknown>> {
  if (page === undefined) return {};
  return {
    ix_key: page.urlKey,
    ix_url: page.url,
    ix_title: page.title,
    ix_description: page.description,
    ix_headings: page.headings,
    ix_link_text: page.linkText,
    ix_language: page.language,
    ix_page_type: page.pageType,
    ix_file_type: page.fileType,
    ix_published_at: page.publishedAt,
    ix_images: JSON.stringify(page.images),
    ix_image_url: page.imageUrl,
    // PostgreSQL has no unsigned integers.
    ix_simhash: page.simhash === undefined ? undefined : BigInt.asIntN(64, page.simhash),
    ix_text: page.text,
    ix_text_bytes: page.textBytes,
    ix_text_hash: page.textHash,
  };
}

/**
 * Gives the parts of a `with` that write the changes in `source`, a relation with `team_id` and the columns above, without
 * commas before and after. The newest of several for one page is kept, and so is a newer one that is stored. A page whose
 * text is the stored one only gets a newer `fetched_at`; any other is a new version, which waits to be indexed. Rows are
 * written in the order of the key, so that two statements never wait for each other.
 */
export function indexUpsert(source: string): string {
  const taken = TAKEN.map(
    (name) => `${name} = case when p.text_hash = excluded.text_hash then p.${name} else excluded.${name} end`,
  );
  return `index_change as materialized (
      select distinct on (team_id, ix_key) team_id, nextval('search_page_id') as ix_id,
        ${COLUMN_NAMES.join(', ')}
      from ${source} where ix_key is not null order by team_id, ix_key, ix_at desc
    ), index_written as (
      insert into search_page as p (team_id, url_key, id, link_text, first_seen_at, fetched_at, ${TAKEN.join(', ')})
      select team_id, ix_key, ix_id, ix_link_text, ix_at, ix_at, ${TAKEN.map((name) => `ix_${name}`).join(', ')}
      from index_change
      on conflict (team_id, url_key) do update set fetched_at = excluded.fetched_at, ${taken.join(', ')},
        id = case when p.text_hash = excluded.text_hash and (p.link_text <> '' or excluded.link_text = '')
          then p.id else excluded.id end,
        link_text = case when p.link_text = '' then excluded.link_text else p.link_text end
      where p.fetched_at <= excluded.fetched_at
      returning team_id, id
    ), index_pending as (
      insert into search_pending (team_id, page_id)
      select team_id, id from index_written where id in (select ix_id from index_change)
    ), index_gone as (
      delete from search_page p
      using (select team_id, unnest(ix_gone) as ix_key, ix_at from ${source} where ix_gone is not null) gone
      where p.team_id = gone.team_id and p.url_key = gone.ix_key and p.fetched_at <= gone.ix_at
        and not exists (select from index_change c where c.team_id = gone.team_id and c.ix_key = gone.ix_key)
    )`;
}

const writeRows = createRowWriter(
  'search_page_write',
  { team_id: 'uuid', ...INDEX_COLUMNS },
  (rows) => `with source as (select * from ${rows}), ${indexUpsert('source')} select`,
);

/** The key by which transactions take their rows in one order. */
function keyOf({ page, goneKeys }: IndexChange): Buffer {
  return page?.urlKey ?? goneKeys[0]!;
}

/** Writes what scrapes change in the search index, within the transaction that writes the scrapes. */
export async function writeIndexChanges(tx: Queryable, changes: readonly IndexChange[]): Promise<void> {
  await writeRows(
    tx,
    changes
      .toSorted((one, other) => Buffer.compare(keyOf(one), keyOf(other)))
      .map((change) => [change.teamId, ...indexValues(change)]),
  );
}
