import { openApp, type App } from '../app.ts';
import { loadConfig } from '../config.ts';
import type { Document } from '../contract/documents/document.ts';
import { systemClock } from '../lib/time/clock.ts';
import { createLog, silentLog, type Log } from '../lib/log/log.ts';
import { openScraper, type Scraper } from '../scraper/open-scraper.ts';
import type { CrawlCallOptions, GivenDocument, ParseCallOptions, ScrapeCallOptions } from './calls.ts';
import { crawlSite } from './crawl-site.ts';
import { parseDocument } from './parse-document.ts';
import { scrapeUrl } from './scrape-url.ts';

/** How a Decant of one's own is set up. */
export interface DecantOptions {
  /** The variables of docs/configuration.md; those of the process when absent. A wrong one is thrown as `ConfigError`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Writes what happens to standard error, from the level in `DECANT_LOG_LEVEL` on; silent when absent. */
  readonly isLogged?: boolean;
}

/**
 * Decant in one's own program, without a service. Every call rejects with a `ServiceError`, whose `code` is one of the API's
 * errors. Disposing ends what runs: threads, readers, the browser, the database.
 */
export interface Decant extends AsyncDisposable {
  /** One page as a document: what `data` is in the answer of POST /v2/scrape. */
  scrape(url: string, options?: ScrapeCallOptions): Promise<Document>;
  /** One file as a document; the name tells its kind where the bytes do not. */
  parse(file: GivenDocument, options?: ParseCallOptions): Promise<Document>;
  /**
   * The documents of a site, each as soon as it is there. The crawl lives in the data folder (`DECANT_DATA_DIR`), whose
   * database it starts, or joins when a service runs on it. Leaving the loop cancels the crawl.
   */
  crawl(url: string, options?: CrawlCallOptions): AsyncGenerator<Document, void, undefined>;
}

/** Nothing is started before the first call needs it. */
export function openDecant({ environment, isLogged = false }: DecantOptions = {}): Decant {
  const config = environment === undefined ? loadConfig() : loadConfig({ ...environment });
  const log: Log = isLogged ? createLog({ level: config.logLevel }) : silentLog;
  const stack = new AsyncDisposableStack();
  const opened: { scraper?: Scraper; app?: Promise<App> } = {};
  const ownPorts = (): number[] => [];

  function scraper(): Scraper {
    opened.scraper ??= stack.use(openScraper({ config, db: undefined, ownPorts, clock: systemClock, log }));
    return opened.scraper;
  }

  function app(): Promise<App> {
    opened.app ??= openApp({ config, log, ownPorts, canJoin: true, isWorker: false }).then(
      (ready) => stack.use(ready),
      (error: unknown) => {
        // The next call tries again.
        delete opened.app;
        throw error;
      },
    );
    return opened.app;
  }

  return {
    scrape: async (url, options) => scrapeUrl(scraper(), url, options),
    parse: async (file, options) => parseDocument(scraper(), file, options, config.net.maxPageBytes),
    crawl: (url, options) => crawlSite(app, url, options),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
