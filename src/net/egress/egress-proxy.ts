import { once } from 'node:events';
import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Log } from '../../lib/log/log.ts';
import type { ConnectGuarded } from '../connection/connect.ts';
import { openEgressGate } from './egress-gate.ts';
import { DEFAULT_EGRESS_LIMITS, type EgressLimits, type EgressPolicy } from './egress-policy.ts';
import type { ResolveGuarded } from '../names/resolve-guarded.ts';

/** An open proxy for one policy; disposing it ends its connections. */
export interface EgressProxy extends AsyncDisposable {
  /** Belongs among the guard's own ports for as long as the proxy is open. */
  readonly port: number;
}

interface EgressProxyOptions {
  connectGuarded: ConnectGuarded;
  resolveGuarded: ResolveGuarded;
  /** Reaches `policy.upstreamUrl`; `connectGuarded` when absent. */
  connectUpstream?: ConnectGuarded | undefined;
  policy: EgressPolicy;
  /** A free port of 127.0.0.1 when absent. */
  listen?: ListenAddress | undefined;
  log: Log;
}

export interface ListenAddress {
  host: string;
  port: number;
}

/**
 * An HTTP proxy, on loopback if not told otherwise, that a browser sends everything through: plain requests, and CONNECT tunnels for the rest.
 * Each connection goes to an address that was checked, or nowhere. A browser cannot log in to a proxy that is given on
 * its command line or to its context, so there is one listener for each policy, and any process of this machine that
 * finds the port may use it: it reaches public addresses only, within the policy, as it could without us. Refusals are
 * answered with fixed texts; since a browser shows those of plain requests like a page, whoever drives it must go by
 * `policy.onRequest`. Disposing closes every connection at once. Throws BAD_REQUEST for an unknown kind of upstream
 * proxy and TypeError for an allowed origin that is no URL.
 */
export async function openEgressProxy(options: EgressProxyOptions): Promise<EgressProxy> {
  const limits = { ...DEFAULT_EGRESS_LIMITS, ...options.policy.limits };
  const gate = openEgressGate({ ...options, limits });
  const server = createProxyServer(limits);
  server.on('connection', (socket) => gate.watch(socket));
  const run = (work: Promise<void> | undefined): void => {
    work?.catch((error: unknown) => options.log.error('the egress proxy failed', { error }));
  };
  server.on('request', (request, response) => run(gate.pass(request, response)));
  server.on('upgrade', (request, stream, head) => {
    const response = responseOn(stream as Socket, request);
    run(response && gate.pass(request, response, head));
  });
  server.on('connect', (request, stream, head) => {
    const response = responseOn(stream as Socket, request);
    run(response && gate.tunnel(request, response, head));
  });
  const { host, port } = options.listen ?? { host: '127.0.0.1', port: 0 };
  server.listen(port, host);
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = server.listening ? once(server, 'close') : undefined;
      server.close();
      await Promise.all([closed, gate[Symbol.asyncDispose]()]);
    },
  };
}

function createProxyServer(limits: EgressLimits): Server {
  const { headMs, totalMs, idleMs, connectMs, firstByteMs } = limits;
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: headMs,
    requestTimeout: Math.max(totalMs, headMs),
    connectionsCheckingInterval: Math.ceil(headMs / 2),
    keepAliveTimeout: idleMs,
    // A request for another protocol is an ordinary one when its Upgrade header is left out.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  });
  server.maxConnections = limits.maxConnections;
  // While a site has not begun to answer, its own limits count.
  server.timeout = Math.max(idleMs, connectMs + firstByteMs) + 1_000;
  return server;
}

/**
 * Node leaves the answer to CONNECT and Upgrade to us; this one closes the connection when it is written. Undefined for
 * clients that did not wait for the answer before: those are hung up on.
 */
function responseOn(socket: Socket, request: IncomingMessage): ServerResponse | undefined {
  socket.on('error', () => socket.destroy());
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  try {
    response.assignSocket(socket);
  } catch {
    socket.destroy();
    return undefined;
  }
  socket.on('drain', () => response.emit('drain'));
  response.once('finish', () => socket.destroySoon());
  return response;
}
