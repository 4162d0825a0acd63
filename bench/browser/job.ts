import type { Awaited, AwaitOptions, VisitOptions } from './programs/program.ts';
import type { AppKind } from './app-web.ts';

export const PROGRAM_NAMES = [
  'bare-cdp',
  'bare-cdp-with-spare',
  'bare-cdp-guarded',
  'decant',
  'playwright',
  'puppeteer',
] as const;
export type ProgramName = (typeof PROGRAM_NAMES)[number];

/** Applications to show, each checked for all its content. */
export interface VisitsJob {
  kind: 'visits';
  app: AppKind;
  /** Address of application 0 without its number. */
  folder: string;
  first: number;
  count: number;
  concurrency: number;
  options: Omit<VisitOptions, 'signal'>;
}

/** Pages to show until they are taken for done. */
export interface AwaitJob {
  kind: 'await';
  urls: readonly string[];
  concurrency: number;
  options: Omit<AwaitOptions, 'signal'>;
}

export type Job = VisitsJob | AwaitJob;

export interface VisitsResult {
  count: number;
  /** Wall time of all of it. */
  seconds: number;
  /** ms of each visit, with all that was opened and closed for it. */
  latencies: number[];
  /** ms of each from going to the address to its HTML. */
  shownMs: number[];
  /** Characters of all HTML. */
  characters: number;
}

/** In the order of the addresses; a page that failed has its error instead. */
export type AwaitResult = Array<Awaited | { error: string }>;

export type JobResult<J extends Job> = J extends VisitsJob ? VisitsResult : AwaitResult;
