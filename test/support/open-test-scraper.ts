import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { PoolLimits } from '../../src/browser/pool/pool-size.ts';
import { loadConfig } from '../../src/config.ts';
import type { Document } from '../../src/contract/documents/document.ts';
import { scrapeRequest } from '../../src/contract/requests/scrape.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { Deadline } from '../../src/lib/time/deadline.ts';
import { silentLog, type Log } from '../../src/lib/log/log.ts';
import { toTarget } from '../../src/lib/addresses/url.ts';
import { parseWith } from '../../src/lib/validate.ts';
import { unpackDocument } from '../../src/scraper/packed-document.ts';
import { openScraper, type Scraper } from '../../src/scraper/open-scraper.ts';
import type { Profiles } from '../../src/scraper/profiles/profiles.ts';
import type { PageTask } from '../../src/scraper/page-task.ts';
import type { ScrapeOutcome } from '../../src/scraper/scrape-page.ts';
import { createTrace, type TraceStep } from '../../src/scraper/trace.ts';
import { browserElsewhere } from './browser-elsewhere.ts';
import { findTestBrowser } from './test-browser.ts';

/** With the values of its document. */
export type TestOutcome = Omit<ScrapeOutcome, 'document'> & { document: Document };

export interface TestScraper extends AsyncDisposable, Pick<Scraper, 'pool' | 'sessionPages'> {
  /** A request as callers write it; without a database. */
  scrape(body: Record<string, unknown>, more?: Partial<PageTask>): Promise<TestOutcome>;
  /** Refuses a request that cannot be done here, as the service does before anything is fetched. */
  checkAvailability(body: Record<string, unknown>): Promise<void>;
  /** What happened to the last page, step by step. */
  trace(): readonly TraceStep[];
}

export interface TestScraperOptions {
  environment?: Record<string, string>;
  log?: Log;
  profiles?: Profiles;
  browserLimits?: Partial<PoolLimits>;
}

/** All that turns a URL into a document, with a real browser; undefined where there is none for this machine. */
export async function openTestScraper({
  environment = {},
  log = silentLog,
  profiles,
  browserLimits,
}: TestScraperOptions = {}): Promise<TestScraper | undefined> {
  const found = await findTestBrowser();
  if (!found) return undefined;
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(join(tmpdir(), 'decant-scraper-')));
  await chmod(folder.path, 0o755);
  const config = loadConfig({
    PATH: process.env['PATH'],
    DECANT_DATA_DIR: folder.path,
    DECANT_BROWSER_PATH: await wrap(found.browser, folder.path),
    DECANT_ALLOW_ADDRESSES: '127.0.0.0/8',
    ...browserElsewhere(),
    ...environment,
  });
  const scraper = opening.use(
    openScraper({
      config,
      db: undefined,
      ownPorts: () => [],
      clock: systemClock,
      log,
      profiles,
      browserLimits,
    }),
  );
  const open = opening.move();
  let trace = createTrace();
  return {
    pool: scraper.pool,
    sessionPages: scraper.sessionPages,
    checkAvailability(body) {
      const { url: _, ...options } = parseWith(scrapeRequest, body, { subject: 'The test' });
      return scraper.checkAvailability(options);
    },
    trace: () => trace.steps,
    async scrape(body, more = {}) {
      const { url: sourceUrl, ...options } = parseWith(scrapeRequest, body, { subject: 'The test' });
      using deadline = new Deadline(options.timeout);
      trace = createTrace();
      const outcome = await scraper.scrapePage({
        id: uuidv7(),
        teamId: undefined,
        url: toTarget(sourceUrl, { isHostAllowed: scraper.isHostAllowed }),
        sourceUrl,
        options,
        deadline,
        trace,
        ...more,
      });
      return { ...outcome, document: unpackDocument(outcome.document) };
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** With the libraries that it brings, which an operator's own browser does without. */
async function wrap(
  { executable, libraryPath = '' }: { executable: string; libraryPath?: string },
  folder: string,
): Promise<string> {
  const script = join(folder, 'browser');
  await writeFile(script, `#!/bin/sh\nLD_LIBRARY_PATH='${libraryPath}' exec '${executable}' "$@"\n`);
  await chmod(script, 0o755);
  return script;
}
