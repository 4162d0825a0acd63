import { indexKeyOf } from '../../scraper/index-change.ts';
import { statement, type Queryable } from '../../store/database.ts';
import type { LinkFacts } from './link-collection.ts';

/** URLs that one statement looks up, and that one map does. */
const BATCH = 1_000;
const MAX_LOOKED_UP = 20_000;

/** Titles and descriptions of pages that a team has scraped, by the URLs that were asked for; those of others are left out. */
export type FindKnownTitles = (
  teamId: string,
  urls: readonly string[],
  signal: AbortSignal,
) => Promise<Map<string, LinkFacts>>;

const TITLES = statement(
  'map_known_titles',
  `select encode(url_key, 'hex') as key, title, description from search_page
   where team_id = $1 and url_key = any($2::bytea[])`,
);

interface TitleRow {
  key: string;
  title: string;
  description: string;
}

/** Looks titles up in the search index: all of a site for what a few copies of pages cost to read. */
export function createFindKnownTitles(db: Queryable): FindKnownTitles {
  return async function findKnownTitles(teamId, urls, signal) {
    const found = new Map<string, LinkFacts>();
    const asked = urls.slice(0, MAX_LOOKED_UP);
    for (let start = 0; start < asked.length; start += BATCH) {
      signal.throwIfAborted();
      const keys = asked.slice(start, start + BATCH).map((url) => [indexKeyOf(new URL(url)), url] as const);
      const { rows } = await db.query<TitleRow>(TITLES, [teamId, keys.map(([key]) => key)]);
      const facts = new Map(rows.map(({ key, title, description }) => [key, { title, description }]));
      for (const [key, url] of keys) {
        const { title, description } = facts.get(key.toString('hex')) ?? {};
        if (title) found.set(url, { title, ...(description && { description }) });
      }
    }
    return found;
  };
}
