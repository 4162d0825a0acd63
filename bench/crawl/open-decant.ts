import { startService } from '../start-service.ts';
import type { Contender, ContenderOptions } from './contender.ts';
import { openCrawlClient, type CrawlClient, type CrawlStatus } from './crawl-client.ts';

/** The real service with its own database, and a client of it. */
export interface DecantContender extends Contender {
  client: CrawlClient;
  /** `onStart` hears the id of the job, `onStatus` every answer of the one client that waits for the end. */
  crawl(url: string, pages: number, watch?: CrawlWatch): Promise<void>;
}

export interface CrawlWatch {
  onStart?: (id: string) => void;
  onStatus?: (status: CrawlStatus) => void;
}

export async function openDecant({
  web,
  concurrency,
  environment,
  signal,
}: ContenderOptions): Promise<DecantContender> {
  const service = await startService({
    DECANT_ALLOW_ADDRESSES: new URL(web.origin).host,
    ...environment,
  });
  const client = openCrawlClient(service);
  const last = { id: '' };
  return {
    pid: service.pid,
    client,
    async crawl(url, pages, { onStart, onStatus } = {}) {
      last.id = await client.start({ url, limit: pages, concurrency });
      onStart?.(last.id);
      await client.untilCompleted(last.id, { limit: pages, signal, ...(onStatus && { onStatus }) });
    },
    outcome: () => client.collect(last.id),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
