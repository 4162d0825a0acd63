import { batchScrapeStatus } from '../../../contract/endpoints/batch-scrape-status.ts';
import { crawlStatus } from '../../../contract/endpoints/crawl-status.ts';
import { teamJob } from '../../../contract/endpoints/team-job.ts';

const WATCHED = [
  { kind: 'crawl', endpoint: crawlStatus, pattern: watchPattern(crawlStatus.path) },
  { kind: 'batch_scrape', endpoint: batchScrapeStatus, pattern: watchPattern(batchScrapeStatus.path) },
  // Counts and states of pages instead of documents, of a job of either kind.
  { kind: 'counts', endpoint: teamJob, pattern: watchPattern(teamJob.path) },
] as const;

export interface WatchTarget {
  kind: (typeof WATCHED)[number]['kind'];
  /** As it was sent: anything but a slash. */
  id: string;
  /** The status that has the same address. */
  endpoint: (typeof WATCHED)[number]['endpoint'];
  /** How far the watcher has read before. */
  cursor: string;
}

/** The job that a WebSocket at this request target watches; undefined when there is nothing to watch. */
export function watchTarget(requestTarget: string): WatchTarget | undefined {
  const [path = '', query = ''] = requestTarget.split('?', 2);
  for (const { kind, endpoint, pattern } of WATCHED) {
    const id = pattern.exec(path)?.[1];
    if (id !== undefined)
      return { kind, id, endpoint, cursor: new URLSearchParams(query).get('cursor') ?? '' };
  }
  return undefined;
}

function watchPattern(path: string): RegExp {
  return new RegExp(`^${path.replace('{id}', '([^/]+)')}/?$`);
}
