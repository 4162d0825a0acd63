import { ServiceError } from '../../lib/service-error.ts';
import type { ConnectGuarded } from '../connection/connect.ts';
import type { ConnectionPool } from '../connection/connection-pool.ts';
import type { Send } from '../connection/send.ts';

/** Sends through an upstream proxy. Throws BAD_REQUEST when the URL is none of a proxy. */
export type SendThrough = (upstreamUrl: URL) => Send;

/** Connections through upstream proxies: no two proxies, and no two sets of credentials, ever share one. */
export interface UpstreamSenders extends AsyncDisposable {
  sendThrough: SendThrough;
}

interface SendersParts {
  connectVia: (upstreamUrl: URL) => ConnectGuarded;
  openPool: (connect: ConnectGuarded) => ConnectionPool;
  createSend: (pool: ConnectionPool) => Send;
}

interface Sender {
  pool: ConnectionPool;
  send: Send;
  /** Requests under way. */
  running: number;
}

/** Pools that are kept for their idle connections; more only while all of them are at work. */
const MAX_POOLS = 64;

export function openUpstreamSenders({ connectVia, openPool, createSend }: SendersParts): UpstreamSenders {
  /** Least recently used first. */
  const senders = new Map<string, Sender>();
  let isClosed = false;

  const trim = (): void => {
    for (const [key, { pool, running }] of senders) {
      if (senders.size <= MAX_POOLS) return;
      if (running > 0) continue;
      senders.delete(key);
      // Closes its connections at once.
      void pool[Symbol.asyncDispose]();
    }
  };

  const senderFor = (upstreamUrl: URL): Sender => {
    if (isClosed) {
      throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'The service is shutting down' });
    }
    const key = upstreamUrl.href;
    let sender = senders.get(key);
    if (sender) senders.delete(key);
    else {
      const pool = openPool(connectVia(upstreamUrl));
      sender = { pool, send: createSend(pool), running: 0 };
    }
    senders.set(key, sender);
    return sender;
  };

  return {
    sendThrough: (upstreamUrl) => async (request) => {
      const sender = senderFor(upstreamUrl);
      sender.running++;
      trim();
      try {
        return await sender.send(request);
      } finally {
        sender.running--;
      }
    },

    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all(Array.from(senders.values(), ({ pool }) => pool[Symbol.asyncDispose]()));
    },
  };
}
