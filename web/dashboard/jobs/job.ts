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

/** Pages that failed in one way. */
export interface ErrorKind {
  code: string;
  pages: number;
  examples: string[];
  error: string;
  advice: string;
}

export type SkipReason = 'robots' | 'out of scope' | 'duplicate' | 'external';

/** How far a job is, and what became of pages that have no document. */
export interface JobAnswer {
  data: Job;
  errors: ErrorKind[];
  skipped: { reason: SkipReason; pages: number; examples: string[] }[];
  warnings: string[];
  error: string | null;
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

/** Why pages were left out, as people read it. */
export const SKIP_WORDS: Readonly<Record<SkipReason, string>> = {
  robots: 'The robots.txt of the site asks not to fetch it.',
  'out of scope': 'It led away from what is crawled.',
  duplicate: 'Another page of the job is the same.',
  external: 'The home page of another site is not followed.',
};
