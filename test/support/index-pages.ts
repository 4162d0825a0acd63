import type { Database } from '../../src/store/database.ts';
import { PAGE_BYTES, pageIdAt } from '../../src/search-index/segments/page-entry.ts';
import { indexPending } from '../../src/search-index/index-pending.ts';
import type { IndexedPage } from '../../src/search-index/indexed-page.ts';
import { writeIndexChanges } from '../../src/search-index/write-pages.ts';

/** Writes pages as scrapes would. */
export async function writePages(db: Database, pages: readonly IndexedPage[]): Promise<void> {
  await writeIndexChanges(
    db,
    pages.map((page) => ({ teamId: page.teamId, fetchedAt: page.fetchedAt, page, goneKeys: [] })),
  );
}

/** Indexes all that waits, so many pages a segment. */
export async function indexAll(db: Database, teamId: string, limit?: number): Promise<void> {
  while ((await indexPending(db, teamId, limit)) > 0);
}

/** Counts how often each page of a team is in its segments: 1 for each when all is well. */
export async function countIndexed(db: Database, teamId: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ pageIds: Buffer }>(
    'select page_ids as "pageIds" from search_segment where team_id = $1',
    [teamId],
  );
  const pages = await db.query<{ id: number; url: string }>(
    'select id, url from search_page where team_id = $1',
    [teamId],
  );
  const counts = new Map(pages.rows.map(({ url }) => [url, 0]));
  const urls = new Map(pages.rows.map(({ id, url }) => [id, url]));
  for (const { pageIds } of rows) {
    for (let ordinal = 0; ordinal < pageIds.length / PAGE_BYTES; ordinal++) {
      const url = urls.get(pageIdAt(pageIds, ordinal));
      if (url !== undefined) counts.set(url, counts.get(url)! + 1);
    }
  }
  return counts;
}
