import { silentLog } from '../../src/lib/log/log.ts';
import { openSearchIndex } from '../../src/search-index/open-search-index.ts';
import type { Database } from '../../src/store/database.ts';
import { createRandom } from '../pages/random.ts';
import { cpuSeconds } from '../process-tree.ts';
import { quantile } from '../statistics.ts';
import type { BenchReport } from './fill-index.ts';
import { QUERY_KINDS, type QueryKind } from './search-queries.ts';
import type { SourcePage } from './synthetic-pages.ts';

const QUERIES = 60;
/** Queries of all kinds before the first that counts: a service has run for a while. */
const WARM_UP = 10;
/** Beyond so many pages a search of any kind may take longer, ms. */
const MANY_PAGES = 100_000;
const MANY_PAGES_BAR_MS = 150;

/** Times whole searches, kind by kind. */
export async function measureQueries(
  db: Database,
  {
    teamId,
    sources,
    title,
    pages,
  }: { teamId: string; sources: readonly SourcePage[]; title: string; pages: number },
): Promise<BenchReport> {
  await using index = openSearchIndex({ db, log: silentLog, urlKey: () => Buffer.alloc(16) });
  const { signal } = new AbortController();
  const random = createRandom(11);
  const run = async (kind: QueryKind): Promise<{ ms: number; hits: number }> => {
    const query = kind.make(random, sources);
    const from = performance.now();
    const { hits } = await index.search(teamId, query, signal);
    return { ms: performance.now() - from, hits: hits.length };
  };
  for (let each = 0; each < WARM_UP; each++) for (const kind of QUERY_KINDS) await run(kind);
  const rows: string[][] = [];
  let isMet = true;
  for (const kind of QUERY_KINDS) {
    const before = process.cpuUsage();
    const databaseBefore = cpuSeconds(db.processIds());
    const runs = [];
    for (let each = 0; each < QUERIES; each++) runs.push(await run(kind));
    const { user, system } = process.cpuUsage(before);
    const database = cpuSeconds(db.processIds()) - databaseBefore;
    const times = runs.map(({ ms }) => ms);
    const p95 = quantile(times, 0.95);
    const barMs = pages > MANY_PAGES ? MANY_PAGES_BAR_MS : kind.barMs;
    isMet &&= p95 <= barMs;
    rows.push([
      kind.name,
      quantile(times, 0.5).toFixed(1),
      p95.toFixed(1),
      ((user + system) / 1000 / QUERIES).toFixed(1),
      ((database * 1000) / QUERIES).toFixed(1),
      (runs.reduce((sum, { hits }) => sum + hits, 0) / QUERIES).toFixed(1),
      `<= ${barMs}`,
      p95 <= barMs ? 'met' : 'NOT MET',
    ]);
  }
  const columns = ['query', 'p50, ms', 'p95, ms', 'CPU Node', 'CPU PostgreSQL', 'hits', 'bar p95', ''];
  return { isMet, table: { title: `Searches in ${title}`, columns, rows } };
}
