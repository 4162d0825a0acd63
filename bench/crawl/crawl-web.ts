import { fileURLToPath } from 'node:url';
import { openPageServerProcess, type PageServerProcess } from '../page-server-process.ts';

const SERVER = fileURLToPath(new URL('crawl-web-server.ts', import.meta.url));

export const SITE_FOLDER = '/';
export const WARM_UP_FOLDER = '/warm-up/';
export const COUNTS_PATH = '/-/counts';

export interface CrawlWebOptions {
  pages: number;
  /** Pages of a second site, which nothing of the first leads to. */
  warmUpPages: number;
  /** How long the server waits before it answers. */
  latencyMs: number;
}

/** Two linked sites on loopback, uncompressed and over kept connections, served by a process of its own. */
export interface CrawlWeb extends PageServerProcess {
  /** Where a crawl of all pages starts. */
  startUrl: string;
  warmUpUrl: string;
  /** How many requests for pages came since this was last asked, and for how many different ones. */
  takeCounts(): Promise<{ requests: number; pages: number }>;
}

/** Making the pages takes about two seconds per 1,000. */
export async function openCrawlWeb({ pages, warmUpPages, latencyMs }: CrawlWebOptions): Promise<CrawlWeb> {
  const server = await openPageServerProcess(SERVER, [pages, warmUpPages, latencyMs].map(String));
  return {
    ...server,
    startUrl: server.origin + SITE_FOLDER,
    warmUpUrl: server.origin + WARM_UP_FOLDER,
    async takeCounts() {
      const response = await fetch(server.origin + COUNTS_PATH);
      return (await response.json()) as { requests: number; pages: number };
    },
  };
}
