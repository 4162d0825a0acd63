import { CheerioCrawler, Configuration, LogLevel, RequestQueue } from '@crawlee/cheerio';
import { createTurndown } from '../../peers/create-turndown.ts';
import type { CrawlPeer } from './crawl-peer.ts';

const turndown = createTurndown();

/**
 * CheerioCrawler and turndown as their documentation puts them together: links by `enqueueLinks`, the body written out
 * and given to turndown. Queue and results stay in memory.
 */
export const crawlee: CrawlPeer = async ({ url, concurrency }) => {
  const configuration = new Configuration({
    persistStorage: false,
    purgeOnStart: true,
    logLevel: LogLevel.OFF,
  });
  const requestQueue = await RequestQueue.open(url, { config: configuration });
  const addresses = new Set<string>();
  const failed: string[] = [];
  const total = { pages: 0, markdownCharacters: 0 };
  const crawler = new CheerioCrawler(
    {
      requestQueue,
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      statisticsOptions: { logIntervalSecs: 3600 },
      async requestHandler({ $, request, enqueueLinks }) {
        total.pages++;
        total.markdownCharacters += turndown.turndown($('body').html() ?? '').length;
        addresses.add(request.loadedUrl ?? request.url);
        await enqueueLinks();
      },
      failedRequestHandler({ request }) {
        failed.push(`${request.url} failed: ${request.errorMessages.at(-1)?.slice(0, 200)}`);
      },
    },
    configuration,
  );
  await crawler.run([url]);
  return { ...total, addresses: addresses.size, problems: failed };
};
