import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { openAuthenticator, type Authenticator } from './accounts/authenticate.ts';
import { openCreditHolds } from './accounts/credit-holds.ts';
import { createCreditCheck } from './accounts/credits.ts';
import { openKeyUses } from './accounts/key-uses.ts';
import { ensureFirstKey } from './accounts/first-key.ts';
import { createSignIns, type SignIns } from './accounts/sign-ins.ts';
import { NO_API_KEY, type Caller } from './accounts/caller.ts';
import { createRateLimitCheck } from './accounts/rate-limits.ts';
import { openSlots } from './accounts/slots.ts';
import { ensureDefaultTeam } from './accounts/teams.ts';
import { VERSION, type Config } from './config.ts';
import { createExamine } from './doctor/create-examine.ts';
import { createConcurrencyCheck } from './features/account/concurrency-check.ts';
import { createCreditUsageHistorical } from './features/account/credit-usage-historical.ts';
import { createCreditUsage } from './features/account/credit-usage.ts';
import { createQueueStatus } from './features/account/queue-status.ts';
import { readTokenUsage, readTokenUsageHistorical } from './features/account/token-usage.ts';
import { createBrowserSessions } from './features/browser-sessions/browser-sessions.ts';
import { createInteract } from './features/interact/interact.ts';
import { createActivity } from './features/activity/activity.ts';
import { readExtractStatus } from './features/activity/extract-status.ts';
import { createFindKnownPages } from './features/map/known-pages.ts';
import { createFindKnownTitles } from './features/map/known-titles.ts';
import { createListSitePaths } from './features/map/list-site-paths.ts';
import { createMapSite } from './features/map/map.ts';
import { createRecordMap } from './features/map/record-map.ts';
import { createIsUsable } from './features/search/is-usable.ts';
import { openLateSearch } from './features/search/open-late-search.ts';
import type { OpenSearch } from './features/search/open-search.ts';
import { createRecordSearch } from './features/search/record-search.ts';
import { createFeedback } from './features/feedback/feedback.ts';
import { createHealthReady } from './features/health/health.ts';
import { createStartBatch } from './features/batch/start-batch.ts';
import { createActiveCrawls } from './features/crawl/active-crawls.ts';
import { createLookAtCrawl } from './features/crawl/look-at-crawl.ts';
import { createPreviewCrawl } from './features/crawl/preview-crawl.ts';
import { createStartCrawl } from './features/crawl/start-crawl.ts';
import { createSiteFileFetch } from './frontier/fetch-site-file.ts';
import { openPatternThread } from './frontier/patterns/pattern-thread.ts';
import { createSiteFiles } from './frontier/site-files.ts';
import { createCancelJob } from './jobs/end/cancel-job.ts';
import { createWarnOfWebhook } from './jobs/begin/warn-of-webhook.ts';
import { createJobErrors } from './jobs/status/job-errors.ts';
import { createJobStatus } from './jobs/status/job-status.ts';
import { openJobWatch, type JobWatch } from './jobs/status/open-job-watch.ts';
import { createSeals } from './jobs/model/seal.ts';
import { createTeamKeys } from './features/account/team-keys.ts';
import { createTeamUsage } from './features/account/team-usage.ts';
import { createOperatorCalls } from './features/operator/operator-calls.ts';
import { createTeamJobCalls } from './features/jobs/team-job-calls.ts';
import { createReadProcessStats } from './features/operator/process-stats.ts';
import { openProcessNote, type ProcessRole } from './features/operator/processes.ts';
import { openWorker } from './jobs/work/worker.ts';
import { freeAllLeases } from './jobs/work/free-all-leases.ts';
import { describeWorker, findWorker, type WorkerNote } from './jobs/work/worker-note.ts';
import { createTeamWebhooks } from './features/webhooks/team-webhooks.ts';
import { openWebhookDeliveries } from './features/webhooks/open-webhook-deliveries.ts';
import { createWebhookSecrets } from './accounts/webhook-secrets.ts';
import { createNameLookup } from './net/names/name-lookup.ts';
import { openPoster } from './net/post.ts';
import { openUpkeep } from './features/upkeep/upkeep.ts';
import { createRecordScrape } from './features/scrape/record-scrapes.ts';
import { createSettleScrape } from './features/scrape/settle-scrape.ts';
import { createReadTrace } from './features/scrape/read-trace.ts';
import { createExplainScrape } from './features/scrape/explain-scrape.ts';
import { createScrapeStatus } from './features/scrape/scrape-status.ts';
import { createParseFile } from './features/scrape/parse-file.ts';
import { createRunScrape, type RunScrape } from './features/scrape/run-scrape.ts';
import { createScrape } from './features/scrape/scrape.ts';
import { createInlineBlobs } from './features/blobs/inline-blobs.ts';
import { createReadBlob } from './features/blobs/read-blob.ts';
import { createLinkToBlob } from './features/blobs/link-to-blob.ts';
import { createBlobUrls } from './features/blobs/sign-blob.ts';
import { atFirstCall } from './lib/sharing/at-first-call.ts';
import { systemClock } from './lib/time/clock.ts';
import { lateCalls } from './lib/sharing/late-calls.ts';
import type { Log } from './lib/log/log.ts';
import { createTelemetry, type Telemetry } from './lib/log/telemetry.ts';
import { openKeptAnswers } from './scraper/learnt/kept-answers.ts';
import { openLearntSelectors } from './scraper/learnt/learnt-selectors.ts';
import { openScraper, type Scraper } from './scraper/open-scraper.ts';
import { openSiteMemory } from './scraper/site-memory/site-memory.ts';
import { createProfiles } from './scraper/profiles/profiles.ts';
import { writeCachedPages } from './scraper/cache/write-cached-pages.ts';
import { openIndexer } from './search-index/open-indexer.ts';
import { indexKeyOf } from './scraper/index-change.ts';
import { writeIndexChanges } from './search-index/write-pages.ts';
import { createLiveViews } from './sessions/live-views.ts';
import { openSessionHouse, type SessionHouse } from './sessions/open-session-house.ts';
import { openBlobStore } from './store/blobs/open-blob-store.ts';
import { requireDataFolder } from './store/data-folder.ts';
import { openDatabase, type Database } from './store/database.ts';
import { createKeyFiles } from './store/key-files.ts';
import { checkSecret, readSecret } from './store/secret.ts';

/** The calls that a caller can make, bound to the parts that do the work. */
type Calls = ReturnType<typeof createScrapeCalls> &
  ReturnType<typeof createSessionCalls> &
  ReturnType<typeof createJobCalls> &
  ReturnType<typeof createAccountCalls> &
  ReturnType<typeof createOperatorCalls>;

/** The running service without its doors. */
export interface App extends AsyncDisposable, Calls, Pick<OpenSearch, 'search'> {
  authenticate: Authenticator['authenticate'];
  authenticateDigest: Authenticator['authenticateDigest'];
  teamWebhooks: ReturnType<typeof createTeamWebhooks>;
  /** People who signed in with a browser. */
  signIns: SignIns;
  watchJob: JobWatch['watchJob'];
  telemetry: Telemetry;
  log: Log;
  /** The default team without a key, for who works on this machine itself. */
  operator: Caller;
  /** Works on one job until it is disposed: for a process that is no worker otherwise. */
  workOn(jobId: string): Promise<AsyncDisposable>;
  /** Whether other processes may be using the same database now. */
  isShared: boolean;
  /** Another process that works on every job of this database. */
  findWorker: () => Promise<WorkerNote | undefined>;
  /** The key in the data folder; undefined when there is none or it is revoked. */
  firstKey: string | undefined;
}

export interface AppOptions {
  config: Config;
  log: Log;
  /** Ports that the doors listen on. */
  ownPorts: () => Iterable<number>;
  /** Whether this process works on crawls and batch scrapes; others on the same database may do it instead. */
  isWorker?: boolean;
  /** The role that this process tells the others; absent for commands, of which nobody is told. */
  role?: ProcessRole;
  /** Uses the embedded database also while another process runs it: for commands next to a running service. */
  canJoin?: boolean;
  /** Ends the wait for a database that does not answer, with its reason. */
  signal?: AbortSignal;
}

/** The composition root: the only place where parts are chosen and wired. Disposing closes them in reverse. */
export async function openApp(options: AppOptions): Promise<App> {
  await using stack = new AsyncDisposableStack();
  const parts = await openParts(options, stack);
  const { db, secret, telemetry, log } = parts;
  const { isRequired, apiKey } = options.config.auth;
  const team = await ensureDefaultTeam(db);
  const firstKey = await ensureFirstKey(db, options.config.dataDir, team.id);
  const uses = stack.use(openKeyUses({ db, log }));
  const authenticator = stack.use(await openAuthenticator({ db, isRequired, configuredKey: apiKey, uses }));
  const { concurrency } = options.config.worker;
  const linkTo = createLinkToBlob(parts.blobUrls, options.config.http);
  const note = { secret, settings: options.config.pageSettings };
  if (options.isWorker ?? true) {
    if (options.config.searchIndex.isOn) stack.use(openIndexer({ db, log }));
    stack.use(await openWorker({ ...parts, concurrency, about: describeWorker(note) }));
    const secrets = createWebhookSecrets(db, secret);
    const { post: send } = stack.use(openPoster({ connectGuarded: parts.outbound.connectGuarded }));
    stack.use(await openWebhookDeliveries({ ...parts, send, secrets, linkTo }));
  }
  const { watchJob, signsOf } = stack.use(await openJobWatch(parts));
  const runScrape = runScrapeOf(parts);
  const { search } = stack.use(openSearching(parts, { runScrape, options }));
  const { role, config } = options;
  const identity = { id: parts.processId, version: VERSION, dataDir: config.dataDir };
  if (role !== undefined)
    stack.use(await openProcessNote({ ...parts, ...identity, role, read: createReadProcessStats(parts) }));
  const house = stack.use(await openSessionHouse({ ...parts, ...sessionOptions(options) }));
  const resources = stack.move();
  return {
    authenticate: authenticator.authenticate,
    authenticateDigest: authenticator.authenticateDigest,
    signIns: createSignIns({ secret: parts.secret, clock: parts.clock }),
    watchJob,
    ...createScrapeCalls(parts, runScrape),
    search,
    ...createJobCalls(parts, signsOf),
    ...createSessionCalls(house, parts),
    ...createAccountCalls(parts),
    teamWebhooks: createTeamWebhooks({ ...parts, linkTo }),
    ...createOperatorCalls({ ...parts, ...identity, examine: createExamine(options) }),
    telemetry,
    log,
    operator: { team, apiKeyId: NO_API_KEY },
    workOn: (jobId) => openWorker({ ...parts, concurrency, jobId }),
    isShared: db.isShared,
    findWorker: () => findWorker(db, note),
    firstKey,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens what scrapes remember of other pages and of earlier answers. */
function openMemories(
  { hasCache, ...parts }: Parameters<typeof openSiteMemory>[0] & { hasCache: boolean },
  stack: AsyncDisposableStack,
) {
  return {
    siteMemory: stack.use(openSiteMemory(parts)),
    kept: hasCache ? openKeptAnswers(parts) : undefined,
    learnt: openLearntSelectors(parts),
  };
}

/** Everything that several features share. */
async function openParts(
  { config, log, ownPorts, canJoin = false, signal }: AppOptions,
  stack: AsyncDisposableStack,
) {
  const clock = systemClock;
  await requireDataFolder(config.dataDir);
  const secret = await readSecret(config.dataDir, config.secret);
  const { url } = config.database;
  const db = stack.use(
    await openDatabase({ ...(url && { url }), dataDir: config.dataDir, canJoin, signal, log }),
  );
  await checkSecret(db, secret);
  if (!db.isShared) await freeAllLeases(db);
  const { maxBytes: cacheMaxBytes } = config.cache;
  const { maxBytes: indexMaxBytes, isOn: isIndexing } = config.searchIndex;
  const processId = randomUUID();
  const slots = stack.use(await openSlots({ db, processId, log }));
  const credits = stack.use(openCreditHolds({ db, processId, log }));
  const cache = cacheMaxBytes === 0 ? undefined : db;
  const { dataDir, net } = config;
  const lookup = createNameLookup({ servers: net.dnsServers });
  const blobs = stack.use(openBlobStore({ ...config.blobs, dataDir, ownPorts, lookup, clock, log }));
  // A database of its own is in the same folder; who shares one need not share a folder.
  const keyFiles = db.kind === 'embedded' ? createKeyFiles(path.join(dataDir, 'job-keys')) : undefined;
  const seals = createSeals(secret, keyFiles);
  stack.use(await openUpkeep({ db, blobs, seals, keyFiles, cacheMaxBytes, indexMaxBytes, clock, log }));
  const profiles = createProfiles({ db, secret, log });
  const memories = openMemories({ db, clock, log, hasCache: cacheMaxBytes > 0 }, stack);
  const telemetry = createTelemetry();
  const kept = { db: cache, history: db, isIndexing, ...memories, blobs, profiles };
  const onModelAsked = telemetry.modelAsked;
  const scraper = stack.use(openScraper({ config, ...kept, ownPorts, clock, log, onModelAsked }));
  const { [Symbol.asyncDispose]: _close, ...scraperParts } = scraper;
  const { scrapePage, outbound } = scraper;
  telemetry.watchBrowsers(() => scraper.pool.stats());
  telemetry.watchPageMemory(() => scraper.pageMemory.stats());
  return {
    ...scraperParts,
    db,
    secret,
    processId,
    profiles,
    clock,
    log,
    slots,
    credits,
    blobs,
    blobUrls: createBlobUrls({ secret, clock }),
    telemetry,
    seals,
    lookup,
    ...openSiteParts({ scrapePage, outbound, db, clock, log }, stack),
  };
}

type SiteParts = Parameters<typeof createSiteFiles>[0] &
  Pick<Scraper, 'scrapePage' | 'outbound'> & { db: Database };

/** The parts that look for the pages of a site. */
function openSiteParts(
  { scrapePage, outbound, db, clock, log }: Omit<SiteParts, 'fetch'>,
  stack: AsyncDisposableStack,
) {
  const patterns = stack.use(openPatternThread());
  const siteFiles = createSiteFiles({ fetch: createSiteFileFetch(outbound), db, clock, log });
  const known = { findKnownPages: createFindKnownPages(db), findKnownTitles: createFindKnownTitles(db) };
  const sources = { scrapePage, siteFiles, patterns, ...known, clock, log };
  const findLinks = atFirstCall(async () =>
    (await import('./features/map/find-links.ts')).createFindLinks(sources),
  );
  return { patterns, siteFiles, findLinks };
}

function runScrapeOf(parts: Parts): RunScrape {
  return createRunScrape({
    ...parts,
    settle: createSettleScrape({ ...parts, record: createRecordScrape(parts.db) }),
  });
}

/** Search, with a way out to each provider of the operator. */
function openSearching(
  parts: Parts,
  { runScrape, options: { config, ownPorts } }: { runScrape: RunScrape; options: AppOptions },
): OpenSearch {
  return openLateSearch({
    ...parts,
    config: config.search,
    isIndexed: config.searchIndex.isOn,
    urlKey: indexKeyOf,
    ownPorts,
    scrape: createScrape({ ...parts, runScrape, kind: 'search' }),
    isUsable: createIsUsable(parts),
    record: createRecordSearch(parts.db),
  });
}

function createScrapeCalls(parts: Parts, runScrape: RunScrape) {
  const { db } = parts;
  const scrapeStatus = createScrapeStatus(parts);
  return {
    scrape: createScrape({ ...parts, runScrape }),
    parseFile: createParseFile(runScrape),
    scrapeStatus,
    readTrace: createReadTrace(parts),
    ...createExplainScrape({ ...parts, readDocument: scrapeStatus }),
    map: createMapSite({
      ...parts,
      record: createRecordMap(db),
      async keepPages({ toCache, toIndex }) {
        await writeCachedPages(db, toCache);
        await writeIndexChanges(db, toIndex);
      },
    }),
    healthReady: createHealthReady(parts),
    readBlob: createReadBlob({ store: parts.blobs, urls: parts.blobUrls }),
    inlineBlobs: createInlineBlobs(parts.blobs),
    blobUrls: parts.blobUrls,
  };
}

/** The sessions of this process, as its doors and their callers have them. */
function createSessionCalls({ sessions, links, hostCalls, connectHost }: SessionHouse, { db, clock }: Parts) {
  return {
    sessions,
    hostCalls,
    connectHost,
    ...createLiveViews({ reach: (token) => sessions.reach(token) }),
    ...createInteract({ db, sessions, links, clock }),
    ...createBrowserSessions({ sessions, links }),
  };
}

function sessionOptions({ config, ownPorts }: AppOptions) {
  return { settings: config.sessions, listensOn: config.http.host, ownPorts };
}

function createJobCalls(parts: Parts, signsOf: JobWatch['signsOf']) {
  const warnOfWebhook = createWarnOfWebhook(parts.outbound);
  const listSitePaths = createListSitePaths(parts.findLinks);
  const readCrawlWords = atFirstCall(async () =>
    (await import('./features/crawl/words/read-crawl-words.ts')).createReadCrawlWords({
      ...parts,
      listSitePaths,
    }),
  );
  const startBatch = createStartBatch({ ...parts, warnOfWebhook });
  return {
    startBatch,
    ...createTeamJobCalls({ ...parts, signsOf, startBatch }),
    startCrawl: createStartCrawl({ ...parts, warnOfWebhook, readCrawlWords }),
    previewCrawl: createPreviewCrawl({ ...parts, readCrawlWords }),
    activeCrawls: createActiveCrawls(parts),
    lookAtCrawl: createLookAtCrawl(parts),
    jobStatus: createJobStatus(parts),
    jobErrors: createJobErrors(parts),
    cancelJob: createCancelJob(parts),
  };
}

function createAccountCalls(parts: Parts) {
  const { db, slots } = parts;
  const support = lateCalls(async () =>
    (await import('./features/support/support-calls.ts')).createSupportCalls(parts),
  );
  return {
    checkRateLimit: createRateLimitCheck(db),
    checkCredits: createCreditCheck(db),
    extractStatus: readExtractStatus,
    activity: createActivity(parts),
    teamKeys: createTeamKeys(parts),
    queueStatus: createQueueStatus(parts),
    creditUsage: createCreditUsage(db),
    teamUsage: createTeamUsage(parts),
    creditUsageHistorical: createCreditUsageHistorical(db),
    tokenUsage: readTokenUsage,
    tokenUsageHistorical: readTokenUsageHistorical,
    feedback: createFeedback(db),
    findDocs: support('findDocs'),
    searchDocs: support('searchDocs'),
    askSupport: support('askSupport'),
    concurrencyCheck: createConcurrencyCheck(slots),
  };
}
