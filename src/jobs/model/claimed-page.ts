import type { JobKind } from './job-request.ts';

/** A page that this process is to work on, and nobody else for as long as the worker's lease lasts. */
export interface ClaimedPage {
  jobId: string;
  kind: JobKind;
  key: string;
  host: string;
  /** Sealed under zero data retention. */
  url: string;
  depth: number;
  isExternal: boolean;
  isSitemapReading: boolean;
  /** With the worker's id the token of whoever may settle it. */
  claim: number;
  retries: number;
  /** Whether the credits of its team are limited. */
  isLimited: boolean;
}
