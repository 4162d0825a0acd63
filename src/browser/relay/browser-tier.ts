import type { CdpTransport } from '../cdp/cdp-transport.ts';

/** The connection of one process that wants a browser; disposing of it is up to whoever accepted it. */
export type RelayPeer = Pick<CdpTransport, 'send' | 'queuedBytes' | 'setPaused'> & {
  /** Says why in a WebSocket's terms; nothing is sent after it. */
  close(code: number, reason: string): void;
};

/** One conversation of a peer with a browser of its own. Disposing ends the browser and returns when nothing is left. */
export interface Relay extends AsyncDisposable {
  /** A message of the peer. */
  take(text: string): void;
  /** All that waited to be sent to the peer has left. */
  noteDrained(): void;
}

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
  /** `peer` gets a browser when it asks for one. */
  accept(peer: RelayPeer): Relay;
  /** One sentence with the variable to set when there is no browser; does not start one. */
  problem(): Promise<string | undefined>;
  stats(): TierStats;
}
