import type { Deadline } from '../../lib/time/deadline.ts';
import type { Log } from '../../lib/log/log.ts';
import type { AdmitBody } from './admit-body.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { exchange, type RawResponse } from './exchange.ts';
import { isWorthRetrying } from './retry.ts';
import { siteFailure } from './site-failure.ts';

interface HopRequest {
  url: URL;
  /** Name, value, name, value, in the order to send. */
  headers: string[];
  isVerified: boolean;
  /** On the wire. */
  maxBodyBytes: number;
  admitBody?: AdmitBody | undefined;
  deadline: Deadline;
  teamId: string | undefined;
}

/** One request and its answer, no redirects. Throws ServiceErrors or the deadline's reason. */
export type Send = (request: HopRequest) => Promise<RawResponse>;

export interface SendTimeouts {
  /** For name, connection and TLS, ms; never more than half of what the deadline leaves. */
  connectMs: number;
  /** From a request to the first byte of its answer, ms. */
  firstByteMs: number;
  /** Between two pieces of a body, ms. */
  idleMs: number;
}

/** Sends over the pool, and a second time on a new connection when the first was lost before the answer began. */
export function createSend(pool: ConnectionPool, timeouts: SendTimeouts, log: Log): Send {
  const { connectMs, firstByteMs, idleMs } = timeouts;
  return async function sendRequest({ url, headers, isVerified, maxBodyBytes, admitBody, deadline, teamId }) {
    const { signal } = deadline;
    const endpoint = { url, isVerified };
    for (let isFresh = false; ; isFresh = true) {
      const timeoutMs = Math.min(connectMs, deadline.remainingMs / 2);
      const connection = await pool.acquire(endpoint, { isFresh, teamId, timeoutMs, signal });
      try {
        const response = await exchange(connection, {
          url,
          headers,
          maxBodyBytes,
          admitBody,
          firstByteMs,
          idleMs,
          signal,
        });
        pool.release(endpoint, connection);
        return response;
      } catch (error) {
        signal.throwIfAborted();
        if (isFresh || !isWorthRetrying(error)) {
          throw siteFailure(error, { hostname: url.hostname, step: 'http', isVerified });
        }
        log.debug('connection lost before the answer began, sending the request again');
      }
    }
  };
}
