import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createAddressGuard } from '../net/address-guard.ts';
import { createAllowList } from '../net/allow-list.ts';
import { openOutbound, type Outbound } from '../net/outbound.ts';
import type { Queryable } from '../store/database.ts';
import { openConverter } from './converter.ts';
import { createHttpEngine } from './engines/http.ts';
import { createScrapePage, type ScrapePage } from './scrape-page.ts';

export interface Scraper extends AsyncDisposable {
  scrapePage: ScrapePage;
  /** The way out, for what is fetched beside pages. */
  outbound: Outbound;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed(hostname: string): boolean;
}

export interface ScraperOptions {
  config: Pick<Config, 'net' | 'convert'>;
  /** Undefined: no cache. */
  db: Queryable | undefined;
  /** For earlier versions of pages, when nothing is cached; undefined: `db`. */
  history?: Queryable | undefined;
  /** Ports that this process listens on; never reachable. */
  ownPorts: () => Iterable<number>;
  clock: Clock;
  log: Log;
}

/** Everything that turns a URL into a document, for the service and for the command line alike. */
export function openScraper({ config, db, history = db, ownPorts, clock, log }: ScraperOptions): Scraper {
  const allow = createAllowList(config.net.allowAddresses);
  const outbound = openOutbound({ guard: createAddressGuard({ allow, ownPorts }), log });
  const converter = openConverter({ threads: config.convert.threads });
  const engines = [createHttpEngine({ outbound, maxPageBytes: config.net.maxPageBytes })] as const;
  return {
    scrapePage: createScrapePage({ db, history, engines, converter, clock }),
    outbound,
    isHostAllowed: (hostname) => allow.allowsHost(hostname),
    async [Symbol.asyncDispose]() {
      await converter[Symbol.asyncDispose]();
      await outbound[Symbol.asyncDispose]();
    },
  };
}
