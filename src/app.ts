import { randomUUID } from 'node:crypto';
import { openAuthenticator, type Authenticator } from './accounts/authenticate.ts';
import { createCreditCheck } from './accounts/credits.ts';
import { ensureFirstKey } from './accounts/first-key.ts';
import { freeAllSlots, openSlots } from './accounts/slots.ts';
import { ensureDefaultTeam } from './accounts/teams.ts';
import type { Config } from './config.ts';
import { createConcurrencyCheck } from './features/account/concurrency-check.ts';
import { createCreditUsage } from './features/account/credit-usage.ts';
import { createHealthReady } from './features/health/health.ts';
import { openUpkeep } from './features/upkeep/upkeep.ts';
import { createRecordScrape } from './features/scrape/record-scrapes.ts';
import { createSettleScrape } from './features/scrape/settle-scrape.ts';
import { createScrapeStatus } from './features/scrape/scrape-status.ts';
import { createScrape, type Scrape } from './features/scrape/scrape.ts';
import { systemClock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { createTelemetry, type Telemetry } from './lib/telemetry.ts';
import { openScraper } from './scraper/open-scraper.ts';
import { openDatabase } from './store/database.ts';
import { checkSecret, readSecret } from './store/secret.ts';

/** The running service without its doors: what a caller can ask for. */
export interface App extends AsyncDisposable {
  authenticate: Authenticator['authenticate'];
  scrape: Scrape;
  scrapeStatus: ReturnType<typeof createScrapeStatus>;
  creditUsage: ReturnType<typeof createCreditUsage>;
  concurrencyCheck: ReturnType<typeof createConcurrencyCheck>;
  healthReady: ReturnType<typeof createHealthReady>;
  telemetry: Telemetry;
  log: Log;
  /** The key in the data folder; undefined when there is none or it is revoked. */
  firstKey: string | undefined;
}

export interface AppOptions {
  config: Config;
  log: Log;
  /** Ports that the doors listen on. */
  ownPorts: () => Iterable<number>;
}

/** The composition root: the only place where parts are chosen and wired. Disposing closes them in reverse. */
export async function openApp({ config, log, ownPorts }: AppOptions): Promise<App> {
  await using stack = new AsyncDisposableStack();
  const clock = systemClock;
  const telemetry = createTelemetry();
  const secret = await readSecret(config.dataDir, config.secret);
  const db = stack.use(
    await openDatabase({
      ...(config.database.url && { url: config.database.url }),
      dataDir: config.dataDir,
      log,
    }),
  );
  await checkSecret(db, secret);
  const team = await ensureDefaultTeam(db);
  const firstKey = await ensureFirstKey(db, config.dataDir, team.id);
  // Nobody else can use the embedded database: every lease in it is of a process that is gone.
  if (db.kind === 'embedded') await freeAllSlots(db);
  stack.use(await openUpkeep({ db, cacheMaxBytes: config.cache.maxBytes, log }));
  const authenticator = stack.use(
    await openAuthenticator({ db, isRequired: config.auth.isRequired, configuredKey: config.auth.apiKey }),
  );
  const slots = stack.use(await openSlots({ db, processId: randomUUID(), log }));
  const scraper = stack.use(
    openScraper({ config, db: config.cache.maxBytes === 0 ? undefined : db, ownPorts, clock, log }),
  );
  const resources = stack.move();
  return {
    authenticate: authenticator.authenticate,
    scrape: createScrape({
      scrapePage: scraper.scrapePage,
      slots,
      checkCredits: createCreditCheck(db),
      settle: createSettleScrape({ record: createRecordScrape(db), telemetry, log }),
      isHostAllowed: scraper.isHostAllowed,
      clock,
      log,
    }),
    scrapeStatus: createScrapeStatus({ db, clock }),
    creditUsage: createCreditUsage(db),
    concurrencyCheck: createConcurrencyCheck(slots),
    healthReady: createHealthReady({ db }),
    telemetry,
    log,
    firstKey,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
