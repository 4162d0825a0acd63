import type { Socket } from 'node:net';

interface HandshakeTarget {
  /** The upstream proxy's, for its user and password. */
  url: URL;
  /** An IP address that has been checked. */
  address: string;
  port: number;
  signal: AbortSignal;
}

/**
 * Asks an upstream proxy, over a connection to it, for a connection to an address; the socket then is that connection.
 * Rejects with an UpstreamError or the signal's reason; the caller then closes the socket.
 */
export type UpstreamHandshake = (socket: Socket, target: HandshakeTarget) => Promise<void>;
