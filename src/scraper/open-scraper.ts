import type { BrowserPool } from '../browser/pool/browser-pool.ts';
import { openBrowserPool } from '../browser/pool/open-browser-pool.ts';
import { createForeignEgress } from '../browser/pool/foreign-egress.ts';
import type { PoolLimits } from '../browser/pool/pool-size.ts';
import { createRemoteEndpoint } from '../browser/pool/remote-endpoint.ts';
import { createLocalBrowserStart, type LocalBrowserStart } from '../browser/pool/start-local-browser.ts';
import { createRemoteBrowserStart } from '../browser/pool/start-remote-browser.ts';
import { createSessionBrowsers } from '../browser/pool/start-session-browser.ts';
import type { Config } from '../config.ts';
import { atFirstCall } from '../lib/sharing/at-first-call.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { Log } from '../lib/log/log.ts';
import { createAddressGuard } from '../net/guard/address-guard.ts';
import { createAllowList, type AllowList } from '../net/guard/allow-list.ts';
import { createBlockedHostsLoader } from '../net/egress/blocked-hosts.ts';
import { createNameLookup } from '../net/names/name-lookup.ts';
import type { Lookup } from '../net/names/lookup.ts';
import { openOutbound, type Outbound } from '../net/outbound.ts';
import { createProxyRotation } from '../net/upstream/proxy-rotation.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import type { Queryable } from '../store/database.ts';
import { createCheckAvailability, type CheckAvailability } from './check-availability.ts';
import { openConverter, type Converter } from './convert/converter.ts';
import { createBrowserEngine } from './engines/browser.ts';
import { createHttpEngine } from './engines/http.ts';
import { createTakeMedia } from './take-media.ts';
import { openLanguageModel, type LanguageModel } from '../models/open-language-model.ts';
import { openReaderPool, type ReaderPool } from '../readers/process/reader-pool.ts';
import { createPageMemory, type PageMemory } from './memory/page-memory.ts';
import { createFetchAndConvert } from './fetch/fetch-and-convert.ts';
import { createReadDocument } from './convert/read-document.ts';
import type { ModelAsked, WriteByModelParts } from './meaning/write-by-model.ts';
import type { Profiles } from './profiles/profiles.ts';
import { createRenderMemory } from './fetch/render-memory.ts';
import type { KeptAnswers } from './learnt/kept-answers.ts';
import type { LearntSelectors } from './learnt/learnt-selectors.ts';
import type { SiteMemory } from './site-memory/site-memory.ts';
import { createSessionPages, type SessionPagesOfScrapes } from './replay-scrape.ts';
import { createScrapePage, type ScrapePage } from './scrape-page.ts';

/** The scraper and the parts of it that others use too. */
export interface Scraper extends AsyncDisposable {
  scrapePage: ScrapePage;
  checkAvailability: CheckAvailability;
  pool: BrowserPool;
  /** Browsers of sessions, on this machine. */
  sessionPages: SessionPagesOfScrapes;
  readers: ReaderPool;
  converter: Converter;
  pageMemory: PageMemory;
  /** The way out, for what is fetched beside pages. */
  outbound: Outbound;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed(hostname: string): boolean;
  /** The operator's language model; undefined when none is configured. */
  model: LanguageModel | undefined;
}

/** The settings and parts that a scraper is opened with. */
export interface ScraperOptions {
  config: Pick<
    Config,
    'model' | 'net' | 'convert' | 'readers' | 'browser' | 'media' | 'proxies' | 'dataDir' | 'history'
  >;
  /** The database of the cache; undefined: there is no cache. */
  db: Queryable | undefined;
  /** Pages that may be cached can be searched too; absent: none can. */
  isIndexing?: boolean;
  /** The database for earlier versions of pages, when nothing is cached; undefined: `db`. */
  history?: Queryable | undefined;
  /** The memory of what pages of a site have in common; undefined: each page is taken by itself. */
  siteMemory?: SiteMemory | undefined;
  /** The store for pictures and prints; undefined: they are put into the documents themselves. */
  blobs?: BlobStore | undefined;
  /** The profiles of teams; undefined: there are none. */
  profiles?: Profiles | undefined;
  /** Ports that this process listens on; never reachable. */
  ownPorts: () => Iterable<number>;
  /** Limits of the browsers of scrapes, in place of those that follow from the size of the machine. */
  browserLimits?: Partial<PoolLimits> | undefined;
  clock: Clock;
  log: Log;
  /** Answers of the language model that are kept, and rules learnt from them; undefined: it is asked each time. */
  kept?: KeptAnswers | undefined;
  learnt?: LearntSelectors | undefined;
  /** Called when a language model was asked for a format. */
  onModelAsked?: ((event: ModelAsked) => void) | undefined;
}

/** Opens everything that turns a URL into a document, for the service and for the command line alike. */
export function openScraper(options: ScraperOptions): Scraper {
  const { config, db, history = db, siteMemory, blobs, clock, kept, learnt, onModelAsked } = options;
  const { isIndexing = false } = options;
  const { maxPageBytes } = config.net;
  const parts = openScraperParts(options);
  const { allow, outbound, converter, model, readers, pool, browser, proxies, sessionBrowsers } = parts;
  const browserProblem = (): Promise<string | undefined> => pool.problem();
  const hasModel = model !== undefined;
  const fetchAndConvert = createFetchAndConvert({
    engines: { http: createHttpEngine({ outbound, maxPageBytes }), browser },
    converter,
    readDocument: createReadDocument(readers),
    siteMemory,
    proxies,
    memory: createRenderMemory({ clock }),
    browserProblem,
    hasModel,
  });
  const pageMemory = createPageMemory(config.convert.memoryBytes);
  return {
    scrapePage: createScrapePage({
      db,
      isIndexing,
      history,
      historyMaxBytes: config.history.maxBytes,
      fetchAndConvert,
      takeMedia: createTakeMedia({ config: config.media, outbound, blobs }),
      pageMemory,
      writeByModel: model && lateWriteByModel({ model, kept, learnt, onAsked: onModelAsked }),
      blobs,
      clock,
    }),
    checkAvailability: createCheckAvailability({ browserProblem, hasModel }),
    model,
    pool,
    sessionPages: createSessionPages({
      browsers: sessionBrowsers,
      outbound,
      loadBlockedHosts: parts.loadBlockedHosts,
      proxies,
    }),
    readers,
    converter,
    pageMemory,
    outbound,
    isHostAllowed: (hostname) => allow.allowsHost(hostname),
    async [Symbol.asyncDispose]() {
      parts.ending.abort();
      for (const part of [sessionBrowsers, pool, readers, converter, model, outbound])
        await part?.[Symbol.asyncDispose]();
    },
  };
}

function lateWriteByModel(parts: WriteByModelParts) {
  return atFirstCall(async () => (await import('./meaning/write-by-model.ts')).createWriteByModel(parts));
}

/** The parts that are to be closed, and what is made with them alone. */
function openScraperParts({ config, profiles, ownPorts, browserLimits, clock, log }: ScraperOptions) {
  const { maxPageBytes } = config.net;
  const { allow, operatorLookup: lookup, outbound } = openWayOut({ config, ownPorts, log });
  const ending = new AbortController();
  const { pool, local, missingScripts } = openPool({
    config,
    outbound,
    operatorLookup: lookup,
    ownPorts,
    browserLimits,
    log,
    signal: ending.signal,
  });
  const loadBlockedHosts = createBlockedHostsLoader();
  const browser = createBrowserEngine({
    pool,
    outbound,
    loadBlockedHosts,
    maxPageBytes,
    missingScripts,
    profiles,
  });
  const converter = openConverter(config.convert);
  const model = config.model && openLanguageModel(config.model, { ownPorts, lookup, clock });
  const readers = openReaderPool({ ...config.readers, log });
  const sessionBrowsers = createSessionBrowsers({ local, openBrowserProxy: outbound.openBrowserProxy, log });
  const proxies = createProxyRotations(config.proxies, clock);
  const made = { loadBlockedHosts, proxies, sessionBrowsers };
  return { ...made, allow, outbound, converter, model, readers, ending, pool, browser };
}

interface WayOut {
  allow: AllowList;
  /** The lookup of hosts that the operator names. */
  operatorLookup: Lookup;
  outbound: Outbound;
}

function openWayOut({ config, ownPorts, log }: Pick<ScraperOptions, 'config' | 'ownPorts' | 'log'>): WayOut {
  const { basic, enhanced } = config.proxies;
  const { allowAddresses, dnsServers: servers } = config.net;
  const allow = createAllowList(allowAddresses);
  const operatorLookup = createNameLookup({ servers });
  const outbound = openOutbound({
    guard: createAddressGuard({ allow, ownPorts }),
    log,
    lookup: createNameLookup({ servers }),
    operatorLookup,
    operatorProxies: [...basic, ...enhanced].map(({ url }) => url),
  });
  return { allow, operatorLookup, outbound };
}

function createProxyRotations({ basic, enhanced }: Config['proxies'], clock: Clock) {
  return {
    basic: createProxyRotation({ entries: basic, clock }),
    enhanced: createProxyRotation({ entries: enhanced, clock }),
  };
}

type PoolParts = Pick<ScraperOptions, 'config' | 'ownPorts' | 'browserLimits' | 'log'> & {
  outbound: Outbound;
  operatorLookup: Lookup;
  /** Aborts when the scraper is closed. */
  signal: AbortSignal;
};

interface OpenedPool {
  pool: BrowserPool;
  /** Browsers of this machine, for sessions also where those of scrapes are elsewhere. */
  local: LocalBrowserStart;
  /** Gives the scripts that pictures cannot show; absent for browsers elsewhere, whose fonts are unknown. */
  missingScripts?: (text: string) => Promise<string[]>;
}

function openPool({
  config,
  outbound,
  operatorLookup,
  ownPorts,
  browserLimits,
  log,
  signal,
}: PoolParts): OpenedPool {
  const { browser, dataDir } = config;
  const pages = browser.pages !== undefined && { maxPages: browser.pages };
  const limits = { idleMs: browser.idleMs, ...pages, ...browserLimits };
  const { path: configuredPath, searchPath, needsSandbox } = browser;
  const local = createLocalBrowserStart({ dataDir, configuredPath, searchPath, needsSandbox, log });
  if (!browser.url) {
    return { pool: openBrowserPool({ ...local, limits, log }), local, missingScripts: local.missingScripts };
  }
  const { url, token, egress: address, isNetworkSafe } = browser;
  const { openBrowserProxy } = outbound;
  const remote = createRemoteBrowserStart({
    endpoint: createRemoteEndpoint({ url, token, ownPorts, lookup: operatorLookup }),
    foreign: createForeignEgress({ openBrowserProxy, address, isNetworkSafe }),
    log,
  });
  void remote.announce(signal);
  return { pool: openBrowserPool({ ...remote, limits, log }), local };
}
