import type { Log } from '../../lib/log.ts';
import type { Database } from '../../store/database.ts';
import { ensureScrapePartitions } from '../../store/scrape-partitions.ts';
import { trimPageCache } from '../../scraper/trim-page-cache.ts';

const EVERY_MS = 10 * 60_000;

/** Keeps the house in order while the service runs: makes room for tomorrow, gives back what has expired. */
export async function openUpkeep(options: {
  db: Database;
  cacheMaxBytes: number;
  log: Log;
}): Promise<AsyncDisposable> {
  const { db, cacheMaxBytes, log } = options;
  await ensureScrapePartitions(db);
  const running = { work: Promise.resolve() };

  async function tidy(): Promise<void> {
    try {
      await ensureScrapePartitions(db);
      const removed = await trimPageCache(db, cacheMaxBytes);
      if (removed > 0) log.info('page cache trimmed', { removed });
    } catch (error) {
      log.warn('upkeep failed, tried again later', { error });
    }
  }

  const timer = setInterval(() => {
    running.work = tidy();
  }, EVERY_MS);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running.work;
    },
  };
}
