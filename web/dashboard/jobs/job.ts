/** A crawl or batch scrape, as the service lists it. */
export interface Job {
  id: string;
  kind: 'crawl' | 'batch_scrape';
  status: 'scraping' | 'completed' | 'failed' | 'cancelled';
  target: string | null;
  created_at: string;
  ended_at: string | null;
  done: number;
  failed: number;
  waiting: number;
  limit: number;
}

export const KIND_NAMES = { crawl: 'Crawl', batch_scrape: 'Batch' } as const;
export const STATUS_NAMES = {
  scraping: 'running',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

export function targetOf({ target }: Job): string {
  return target ?? '(address not kept)';
}

/** The time that a job has taken so far, s. */
export function secondsOf({ created_at: from, ended_at: to }: Job): number {
  return Math.max(0, ((to === null ? Date.now() : Date.parse(to)) - Date.parse(from)) / 1_000);
}
