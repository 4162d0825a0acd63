import { openPatternThread } from '../../src/frontier/patterns/pattern-thread.ts';
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { LoopbackSite } from './loopback-site.ts';
import { openTestDatabase } from './test-database.ts';
import { answer, startTestSite, type TestPage } from './test-site.ts';
import { NO_API_KEY, type Caller } from '../../src/accounts/caller.ts';
import { openCreditHolds } from '../../src/accounts/credit-holds.ts';
import { openSlots } from '../../src/accounts/slots.ts';
import { createTeam } from '../../src/accounts/teams.ts';
import { loadConfig } from '../../src/config.ts';
import { mapReply, mapRequest } from '../../src/contract/requests/map.ts';
import { createSiteFileFetch } from '../../src/frontier/fetch-site-file.ts';
import { createSiteFiles } from '../../src/frontier/site-files.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { silentLog } from '../../src/lib/log/log.ts';
import { ServiceError } from '../../src/lib/service-error.ts';
import { parseWith } from '../../src/lib/validate.ts';
import { openScraper } from '../../src/scraper/open-scraper.ts';
import { writeCachedPages } from '../../src/scraper/cache/write-cached-pages.ts';
import type { Database } from '../../src/store/database.ts';
import { ensurePartitions } from '../../src/store/partitions.ts';
import { createFindLinks } from '../../src/features/map/find-links.ts';
import { createFindKnownPages } from '../../src/features/map/known-pages.ts';
import { createFindKnownTitles } from '../../src/features/map/known-titles.ts';
import { createMapSite, type MapResult } from '../../src/features/map/map.ts';
import { createRecordMap } from '../../src/features/map/record-map.ts';

export interface TestMap extends AsyncDisposable {
  db: Database;
  caller: Caller;
  map(body: Record<string, unknown>, options?: { caller?: Caller; signal?: AbortSignal }): Promise<MapResult>;
}

/** Everything that a map needs, real, with a database of its own; reaches this machine only. */
export async function openTestMap(): Promise<TestMap> {
  await using opening = new AsyncDisposableStack();
  const db = opening.use(await openTestDatabase());
  await ensurePartitions(db);
  const [clock, log] = [systemClock, silentLog];
  const config = loadConfig({ DECANT_ALLOW_ADDRESSES: '127.0.0.1' });
  const scraper = opening.use(openScraper({ config, db, ownPorts: () => [], clock, log }));
  const slots = opening.use(await openSlots({ db, processId: randomUUID(), log }));
  const siteFiles = createSiteFiles({ fetch: createSiteFileFetch(scraper.outbound), db, clock, log });
  const patterns = opening.use(openPatternThread());
  const map = createMapSite({
    patterns,
    findLinks: createFindLinks({
      patterns,
      ...scraper,
      siteFiles,
      findKnownPages: createFindKnownPages(db),
      findKnownTitles: createFindKnownTitles(db),
      clock,
      log,
    }),
    slots,
    credits: opening.use(openCreditHolds({ db, processId: randomUUID(), log })),
    record: createRecordMap(db),
    keepPages: ({ toCache }) => writeCachedPages(db, toCache),
    isHostAllowed: scraper.isHostAllowed,
    clock,
    log,
  });
  const own: Caller = { team: await createTeam(db, 'mine'), apiKeyId: NO_API_KEY };
  const open = opening.move();
  return {
    db,
    caller: own,
    async map(body, { caller = own, signal = new AbortController().signal } = {}) {
      const result = await map(caller, parseWith(mapRequest, body), signal);
      parseWith(mapReply, { success: true, ...result });
      return result;
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

export function page(title: string, links: readonly string[] = [], head = ''): string {
  return `<!doctype html><title>${title}</title>${head}<main><h1>${title}</h1>${links
    .map((href) => `<p><a href="${href}">Link</a></p>`)
    .join('')}</main>`;
}

export function sitemap(site: { origin: string }, paths: readonly string[]): TestPage {
  const entries = paths.map((path) => `<url><loc>${site.origin}${path}</loc></url>`);
  return answer(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`, {
    'content-type': 'application/xml',
  });
}

/** A site whose pages may be named after it has its address. */
export async function openSite(
  pagesOf: (site: { origin: string }) => Record<string, TestPage>,
): Promise<LoopbackSite> {
  const pages: Record<string, TestPage> = {};
  const site = await startTestSite({
    '*': (request, response) => {
      const found =
        pages[request.url?.split('?')[0] ?? ''] ?? pages['*'] ?? answer('<h1>Not here</h1>', {}, 404);
      (typeof found === 'string' ? answer(found) : found)(request, response);
    },
  });
  Object.assign(pages, pagesOf(site));
  return site;
}

export function pathsOf(site: LoopbackSite, { links }: MapResult): string[] {
  return links.map(({ url }) => url.replace(site.origin, ''));
}

export function asked(site: LoopbackSite): string[] {
  return site.requests.map(({ url }) => url ?? '');
}

export async function failure(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error;
}

/** Pages of a crawl of the team that has ended, by path with the status that they answered with. */
export async function writeScrapedPages(
  { db, caller }: TestMap,
  site: LoopbackSite,
  statuses: Readonly<Record<string, number>>,
): Promise<void> {
  const job = uuidv7();
  const host = new URL(site.origin).host;
  await db.query(
    `insert into job (id, team_id, api_key_id, kind, status, request, page_limit, max_concurrency)
     values ($1, $2, $2, 'crawl', 'completed', '{}', 10, 1)`,
    [job, caller.team.id],
  );
  await db.query('insert into job_host (job_id, host, team_id) values ($1, $2, $3)', [
    job,
    host,
    caller.team.id,
  ]);
  for (const [index, [path, status]] of Object.entries(statuses).entries()) {
    const scrape = uuidv7();
    await db.query(
      `insert into scrape (id, team_id, api_key_id, created_at, credits, duration_ms, status_code, job_id)
       values ($1, $2, $2, now(), 1, 1, $3, $4)`,
      [scrape, caller.team.id, status, job],
    );
    await db.query(
      `insert into page (job_id, url_key, state, depth, host, url, scrape_id, document_index)
       values ($1, $2, 2, 0, $3, $4, $5, $6)`,
      [job, randomBytes(16), host, site.origin + path, scrape, index],
    );
  }
}
