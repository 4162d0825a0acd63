import { decompressZstd } from '../lib/bytes/compress.ts';
import type { Log } from '../lib/log/log.ts';
import { readMachineSize } from '../lib/machine-size.ts';
import { statement, type Database } from '../store/database.ts';
import { findCandidates, type Candidates, type PageCandidate } from './segments/find-candidates.ts';
import { SegmentStore, type HeldSegments } from './segments/held-segments.ts';
import { indexPending } from './index-pending.ts';
import { termsOfPlan, type IndexPlan } from './index-plan.ts';
import type { IndexedImage } from './indexed-page.ts';
import { mergeSegments } from './segments/merge-segments.ts';
import { planQuery } from './planning/plan-query.ts';
import { planRelated } from './planning/plan-related.ts';
import { createPageRanker, type CandidatePage, type PageRanker } from './ranking/rank-pages.ts';
import { removePages } from './rebuild-index.ts';
import type { IndexAnswer, IndexQuery, SearchIndex } from './search-index.ts';

export interface SearchIndexOptions {
  db: Database;
  log: Log;
  /** Gives the key that pages of an address have in `search_page`. */
  urlKey: (url: URL) => Buffer;
  /** Memory for parts of segments, bytes; absent: by the size of the machine. */
  cacheBytes?: number;
  now?: () => Date;
}

/**
 * The cache has a part of the machine's memory, within bounds: 64 MB hold what searches of 100,000 pages need, and a
 * million pages are searched for whole titles a sixth sooner with 256 MB.
 */
const CACHE_SHARE = 1 / 64;
const LEAST_CACHE_BYTES = 64_000_000;
const MOST_CACHE_BYTES = 256_000_000;
/** So many pages that wait are indexed by the search itself, so that it finds what was just scraped. */
const MOST_PENDING = 50;
/** Texts that are read of the best candidates. */
const FIRST_READ = 50;
/** Texts that are read together when the first were not enough. */
const READ_TOGETHER = 50;
/** Candidates that are looked at when text decides which of them are results. */
const MOST_READ = 500;
/** The newest of so many are in order of date. */
const BEST_BY_DATE = 200;
const COUNT_PENDING = statement(
  'search_pending_count',
  `select count(*) as count from (select from search_pending where team_id = $1 limit ${MOST_PENDING + 1}) p`,
);
const AWAIT_PENDING = statement(
  'search_pending_await',
  `select from search_pending where team_id = $1 order by page_id limit ${MOST_PENDING} for update`,
);
const READ_PAGES = statement(
  'search_page_candidates',
  `select id, url, title, description, headings, link_text as "linkText", language, file_type as "fileType",
     published_at as "publishedAt", first_seen_at as "firstSeenAt", images, image_url as "imageUrl",
     simhash::text as simhash, text
   from search_page where team_id = $1 and id = any($2::bigint[])`,
);
interface PageRow {
  id: number;
  url: string;
  title: string;
  description: string;
  headings: string;
  linkText: string;
  language: string | null;
  fileType: string | null;
  publishedAt: Date | null;
  firstSeenAt: Date;
  images: IndexedImage[];
  imageUrl: string | null;
  simhash: string | null;
  text: Buffer;
}

/** The search index of a service; disposing it waits for what it has under way. */
export type OpenSearchIndex = SearchIndex & AsyncDisposable;

/** Opens the index over the pages that teams have scraped. Pages come in where scrapes are written. */
export function openSearchIndex({
  db,
  log,
  urlKey,
  cacheBytes = chooseCacheBytes(),
  now = () => new Date(),
}: SearchIndexOptions): OpenSearchIndex {
  const store = new SegmentStore(db, cacheBytes);
  const merges = new Map<string, Promise<unknown>>();

  /** Small segments of searches would pile up: no indexer sees pages that a search has indexed. */
  function mergeLater(teamId: string): void {
    if (merges.has(teamId)) return;
    const merging = mergeSegments(db, teamId)
      .catch((error: unknown) => log.warn('segments were not merged', { error }))
      .finally(() => merges.delete(teamId));
    merges.set(teamId, merging);
  }

  /** Indexes pages that wait, where they are few; those that another process is indexing are waited for. */
  async function catchUp(teamId: string): Promise<void> {
    const { rows } = await db.query<{ count: number }>(COUNT_PENDING, [teamId]);
    const count = rows[0]?.count ?? 0;
    if (count === 0 || count > MOST_PENDING) return;
    if ((await indexPending(db, teamId, MOST_PENDING)) < count) await db.query(AWAIT_PENDING, [teamId]);
    mergeLater(teamId);
  }

  async function search(teamId: string, asked: IndexQuery, signal: AbortSignal): Promise<IndexAnswer> {
    await catchUp(teamId);
    signal.throwIfAborted();
    const plan = await planRelated({ db, store, urlKey }, teamId, planQuery(asked, now()));
    if (plan === undefined)
      return { hits: [], pages: 0, remarks: ['No page of this team is known that related: names.'] };
    const held = await store.hold(teamId, termsOfPlan(plan));
    signal.throwIfAborted();
    const reading = new PageReading(db, { teamId, asked, plan, held, signal });
    const remarks = await reading.read();
    return { hits: reading.hits(), pages: held.pages, remarks: [...plan.remarks, ...remarks] };
  }

  return {
    search,
    remove: (teamId, urlPrefix) => removePages(db, teamId, urlPrefix),
    async [Symbol.asyncDispose]() {
      await Promise.all(merges.values());
    },
  };
}

function chooseCacheBytes(): number {
  const { memoryBytes } = readMachineSize();
  return Math.min(Math.max(memoryBytes * CACHE_SHARE, LEAST_CACHE_BYTES), MOST_CACHE_BYTES);
}

interface PageReadingParts {
  teamId: string;
  asked: IndexQuery;
  plan: IndexPlan;
  held: HeldSegments;
  signal: AbortSignal;
}

/** Reads the pages that the index has found, as many as it takes. */
class PageReading {
  readonly #db: Database;
  readonly #parts: PageReadingParts;
  readonly #candidates: Candidates;
  readonly #ranker: PageRanker;

  constructor(db: Database, parts: PageReadingParts) {
    const { asked, plan, held } = parts;
    this.#db = db;
    this.#parts = parts;
    this.#candidates = findCandidates(held.segments, plan, MOST_READ);
    const { rarities } = this.#candidates;
    this.#ranker = createPageRanker(plan, asked, { rarities, averageBody: held.averageBody });
  }

  hits(): IndexAnswer['hits'] {
    return this.#ranker.hits();
  }

  /** Reads the best, then further ones until there are enough; gives remarks on pages that were left unread. */
  async read(): Promise<string[]> {
    const { asked, signal } = this.#parts;
    const { best, matches } = this.#candidates;
    const atFirst = asked.isByDate ? BEST_BY_DATE : Math.max(FIRST_READ, 2 * asked.limit);
    this.#ranker.add(await this.#readPages(best.slice(0, atFirst)));
    let at = Math.min(atFirst, best.length);
    // The database reads while the texts of the last ones are looked at.
    let ahead = this.#readAhead(at);
    while (ahead !== undefined && this.#ranker.found < asked.limit) {
      signal.throwIfAborted();
      const pages = await ahead;
      at = Math.min(at + READ_TOGETHER, best.length);
      ahead = this.#readAhead(at);
      this.#ranker.add(pages);
    }
    const isCut = at === MOST_READ && matches > MOST_READ && this.#ranker.found < asked.limit;
    return isCut ? [`Of ${matches} pages with the words the best ${MOST_READ} were looked at.`] : [];
  }

  /** Begins to read the candidates from a place on; undefined when there are none or the results are enough. */
  #readAhead(at: number): Promise<CandidatePage[]> | undefined {
    const next = this.#candidates.best.slice(at, at + READ_TOGETHER);
    if (next.length === 0 || this.#ranker.found >= this.#parts.asked.limit) return undefined;
    const reading = this.#readPages(next);
    // Nobody may be waiting any more when it fails.
    reading.catch(() => undefined);
    return reading;
  }

  /** Those that are still there, in their order. */
  async #readPages(candidates: readonly PageCandidate[]): Promise<CandidatePage[]> {
    const { teamId, held } = this.#parts;
    const ids = candidates.map(({ segment, ordinal }) => held.segments[segment]!.pageId(ordinal));
    const { rows } = await this.#db.query<PageRow>(READ_PAGES, [teamId, ids]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const pages: CandidatePage[] = [];
    for (const [index, candidate] of candidates.entries()) {
      const row = byId.get(ids[index]!);
      if (row === undefined) continue;
      byId.delete(row.id);
      pages.push(await candidatePage(row, candidate));
    }
    return pages;
  }
}

async function candidatePage(row: PageRow, candidate: PageCandidate): Promise<CandidatePage> {
  const { language, fileType, publishedAt, imageUrl, simhash, text } = row;
  return {
    ...row,
    candidate,
    language: language ?? undefined,
    fileType: fileType ?? undefined,
    publishedAt: publishedAt ?? undefined,
    imageUrl: imageUrl ?? undefined,
    simhash: simhash === null ? undefined : BigInt(simhash),
    text: (await decompressZstd(text)).toString(),
  };
}
