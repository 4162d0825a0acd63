import type { Socket } from 'node:net';
import request from 'undici/lib/api/api-request.js';
import Client from 'undici/lib/dispatcher/client.js';
import { portOf } from '../../lib/addresses/url.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { writeLikeBrowser } from './browser-casing.ts';
import type { ConnectGuarded } from './connect.ts';

// As undici's index does for every call of its interface.
Object.assign(Client.prototype, { request });

/** Where a connection leads and how it was opened: what makes two requests able to share one. */
interface Endpoint {
  url: URL;
  isVerified: boolean;
}

/** One HTTP/1.1 connection; it carries one exchange at a time. */
export interface Connection {
  readonly client: Client;
  readonly isOpen: boolean;
  /** Closes it at once, whatever it is doing. */
  destroy(): void;
}

export interface ConnectionPool extends AsyncDisposable {
  /** An idle connection to the endpoint, or a new one; always a new one when `isFresh`. */
  acquire(endpoint: Endpoint, options: AcquireOptions): Promise<Connection>;
  /** Gives a connection back after a complete exchange. */
  release(endpoint: Endpoint, connection: Connection): void;
}

interface AcquireOptions {
  isFresh: boolean;
  /** The team that the name is looked up for; see `Asker`. */
  teamId: string | undefined;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface ConnectionLimits {
  /** How long an unused connection stays open when the server does not say, ms. */
  keepAliveMs: number;
  /** The longest that a server's Keep-Alive header can ask for, ms. */
  maxKeepAliveMs: number;
  maxIdleConnections: number;
  maxHeaderBytes: number;
}

/**
 * Keeps idle connections for reuse. undici's own pools open sockets inside a connector that knows neither the request
 * nor its signal; here the request opens its connection, so that it can be aborted and can fail alone.
 */
export function openConnectionPool(connectGuarded: ConnectGuarded, limits: ConnectionLimits): ConnectionPool {
  const all = new Set<Connection>();
  const idle = createIdleConnections(limits.maxIdleConnections);
  const closing = new AbortController();

  const open = async (
    { url, isVerified }: Endpoint,
    { teamId, timeoutMs, signal }: AcquireOptions,
  ): Promise<Connection> => {
    const isTls = url.protocol === 'https:';
    const socket = await connectGuarded({
      hostname: url.hostname,
      port: portOf(url),
      teamId,
      ...(isTls ? { tls: { isVerified } } : {}),
      timeoutMs,
      signal,
    });
    const connection = speakHttp(socket, url.origin, limits);
    all.add(connection);
    socket.once('close', () => {
      all.delete(connection);
      idle.forget(keyOf({ url, isVerified }), connection);
    });
    return connection;
  };

  return {
    async acquire(endpoint, options) {
      closing.signal.throwIfAborted();
      const connection =
        (options.isFresh ? undefined : idle.take(keyOf(endpoint))) ?? (await open(endpoint, options));
      if (closing.signal.aborted) {
        connection.destroy();
        closing.signal.throwIfAborted();
      }
      return connection;
    },

    release(endpoint, connection) {
      if (!connection.isOpen) return;
      if (closing.signal.aborted || !idle.keep(keyOf(endpoint), connection)) connection.destroy();
    },

    async [Symbol.asyncDispose]() {
      closing.abort(new ServiceError('SERVICE_UNAVAILABLE', { message: 'The service is shutting down' }));
      for (const connection of all) connection.destroy();
      await Promise.all(Array.from(all, ({ client }) => client.destroy()));
    },
  };
}

/** Connections that wait for their next exchange, by endpoint. */
interface IdleConnections {
  /** One that is open, which waits no more. */
  take(key: string): Connection | undefined;
  /** False when as many wait as may. */
  keep(key: string, connection: Connection): boolean;
  /** It is closed, whether it waits or not. */
  forget(key: string, connection: Connection): void;
}

function createIdleConnections(maxCount: number): IdleConnections {
  const idle = new Map<string, Connection[]>();
  let count = 0;

  const leave = (key: string, connections: Connection[], connection: Connection): void => {
    connections.splice(connections.lastIndexOf(connection), 1);
    count--;
    if (connections.length === 0) idle.delete(key);
  };

  return {
    take(key) {
      const connections = idle.get(key);
      // The most recently used one is the least likely to have been given up by the server. One that was closed a moment
      // ago is listed until its socket has said so.
      const connection = connections?.findLast(({ isOpen }) => isOpen);
      if (connections && connection) leave(key, connections, connection);
      return connection;
    },
    keep(key, connection) {
      if (count >= maxCount) return false;
      const connections = idle.get(key);
      if (connections) connections.push(connection);
      else idle.set(key, [connection]);
      count++;
      return true;
    },
    forget(key, connection) {
      const connections = idle.get(key);
      if (connections?.includes(connection) === true) leave(key, connections, connection);
    },
  };
}

/** A client that lives as long as this one socket: undici would otherwise reconnect on its own, past the guard. */
function speakHttp(socket: Socket, origin: string, limits: ConnectionLimits): Connection {
  let isConnected = false;
  writeLikeBrowser(socket);
  const client = new Client(origin, {
    connect(_options, callback) {
      // undici ignores a callback that comes before this function has returned.
      queueMicrotask(() => {
        if (isConnected) return callback(new Error('The connection is closed'), null);
        isConnected = true;
        callback(null, socket);
      });
    },
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: limits.keepAliveMs,
    keepAliveMaxTimeout: limits.maxKeepAliveMs,
    maxHeaderSize: limits.maxHeaderBytes,
  });
  return {
    client,
    get isOpen() {
      return !socket.destroyed;
    },
    destroy() {
      socket.destroy();
      void client.destroy();
    },
  };
}

function keyOf({ url, isVerified }: Endpoint): string {
  return url.protocol === 'https:' && isVerified ? `${url.origin} verified` : url.origin;
}
