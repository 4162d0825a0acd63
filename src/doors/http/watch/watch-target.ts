import { batchScrapeStatus } from '../../../contract/endpoints/batch-scrape-status.ts';
import { crawlStatus } from '../../../contract/endpoints/crawl-status.ts';
import type { JobKind } from '../../../jobs/model/job-request.ts';

export interface WatchTarget {
  kind: JobKind;
  /** As it was sent: anything but a slash. */
  id: string;
  /** The status that has the same address. */
  endpoint: typeof crawlStatus | typeof batchScrapeStatus;
}

const WATCHED = [
  { kind: 'crawl', endpoint: crawlStatus, pattern: watchPattern(crawlStatus.path) },
  { kind: 'batch_scrape', endpoint: batchScrapeStatus, pattern: watchPattern(batchScrapeStatus.path) },
] as const;

/** The job that a WebSocket at this request target watches; undefined when there is nothing to watch. */
export function watchTarget(requestTarget: string): WatchTarget | undefined {
  const path = requestTarget.split('?', 1)[0] ?? '';
  for (const { kind, endpoint, pattern } of WATCHED) {
    const id = pattern.exec(path)?.[1];
    if (id !== undefined) return { kind, id, endpoint };
  }
  return undefined;
}

function watchPattern(path: string): RegExp {
  return new RegExp(`^${path.replace('{id}', '([^/]+)')}/?$`);
}
