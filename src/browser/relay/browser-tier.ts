import type { ConnectDriver } from '../../lib/driver-link.ts';

export interface TierStats {
  browsers: number;
  maxBrowsers: number;
  /** Ways out that are open: one a page. */
  pages: number;
  maxPages: number;
  /** Requests without a place. */
  waiting: number;
}

/** The browsers of this machine, for other processes. Disposing ends all of them. */
export interface BrowserTier extends AsyncDisposable {
  /** The peer, a process that wants browsers, gets one of its own when it asks for it. Disposing of its link ends that. */
  accept: ConnectDriver;
  /** One sentence with the variable to set when there is no browser; does not start one. */
  problem(): Promise<string | undefined>;
  stats(): TierStats;
}
