import type { NewPage } from './add-pages.ts';
import type { JobKind } from './job-request.ts';

/**
 * A queued page that is leased to this process: no other works on the page for as long as the worker's lease lasts. The
 * `url` is sealed under zero data retention.
 */
export interface ClaimedPage extends Required<Omit<NewPage, 'trapSigns' | 'linkText'>> {
  linkText: string | undefined;
  jobId: string;
  kind: JobKind;
  /** The token, beside the worker's id, that lets the worker settle the page. */
  claim: number;
  /** Tries before this one. */
  retries: number;
  /** Whether the credits of its team are limited. */
  isLimited: boolean;
}
