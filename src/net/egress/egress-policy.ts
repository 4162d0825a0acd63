import type { EgressRefusal } from './egress-refusal.ts';

/** The rules for one browser context on the network. */
export interface EgressPolicy {
  /** The team of the context; see `Asker`. Asked for each request: a browser may be there before it is somebody's. */
  teamId: string | undefined;
  /** Asked with the canonical host of each request (lower case, no brackets); such requests are refused. */
  isBlockedHost?: (hostname: string) => boolean;
  /** When given, everything else is refused. Compared by host and port: inside a tunnel nobody sees the scheme. */
  allowedOrigins?: readonly string[];
  /** Body and tunnel bytes in both directions together; when they are spent, every connection is cut off. */
  maxBytes: number;
  /** The customer's own proxy: `http:`, `https:` or `socks5:`, with user and password where it asks for them. */
  upstreamUrl?: URL;
  /** Waits behind the team's others where there are only so many ways out. */
  isBackground?: boolean;
  /** Nothing of what goes through may be logged. */
  isSecret?: boolean;
  limits?: Partial<EgressLimits>;
  /** Called once for each request and tunnel when it is refused or over; must not throw. */
  onRequest?: (report: EgressReport) => void;
}

/** The limits of one way out. */
export interface EgressLimits {
  /** Open connections of the browser, tunnels and idle ones included; more are closed unanswered. */
  maxConnections: number;
  /** For name, connection and the upstream proxy's handshake, ms. */
  connectMs: number;
  /** From a plain request to the head of its answer, ms. */
  firstByteMs: number;
  /** Without a byte in either direction, ms. */
  idleMs: number;
  /** For one request or tunnel from its beginning, ms. */
  totalMs: number;
  /** For the head of a request to arrive, ms. */
  headMs: number;
  /** The most bytes of a head, in either direction. */
  maxHeaderBytes: number;
}

export interface EgressReport {
  kind: 'request' | 'tunnel';
  /** As in a URL, without brackets; empty when the request named none. */
  hostname: string;
  port: number;
  sentBytes: number;
  receivedBytes: number;
  /** Why it did not reach the site, or was cut off. */
  refusal?: EgressRefusal;
}

export const DEFAULT_EGRESS_LIMITS: EgressLimits = {
  maxConnections: 384,
  connectMs: 10_000,
  firstByteMs: 60_000,
  idleMs: 120_000,
  totalMs: 15 * 60_000,
  headMs: 10_000,
  maxHeaderBytes: 64 * 1024,
};
