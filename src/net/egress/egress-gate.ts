import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../lib/log/log.ts';
import { createByteBudget, type ByteBudget } from '../../lib/bytes/byte-budget.ts';
import type { ConnectGuarded } from '../connection/connect.ts';
import { openConnectionPool } from '../connection/connection-pool.ts';
import { openEgressPassage, type EgressPassage } from './egress-passage.ts';
import type { EgressLimits, EgressPolicy, EgressReport } from './egress-policy.ts';
import { refusalOf, writeRefusal, type EgressRefusal } from './egress-refusal.ts';
import { createEgressRoute } from '../upstream/egress-route.ts';
import { endpointOf, parseRequestTarget, parseTunnelTarget, type EgressTarget } from './egress-target.ts';
import { forwardRequest } from './forward-request.ts';
import { relay } from './relay.ts';
import type { ResolveGuarded } from '../names/resolve-guarded.ts';

interface GateOptions {
  connectGuarded: ConnectGuarded;
  resolveGuarded: ResolveGuarded;
  connectUpstream?: ConnectGuarded | undefined;
  policy: EgressPolicy;
  limits: EgressLimits;
  log: Log;
}

/**
 * Handles the requests and tunnels that the egress proxy's listener has parsed. Rejects only when the policy throws.
 */
interface EgressGate extends AsyncDisposable {
  /** Takes a browser's connection into its care: it is closed when the bytes are spent, and on disposal. */
  watch(socket: Socket): void;
  /** A plain request; one with `head`, the bytes after it, asks for WebSocket. */
  pass(request: IncomingMessage, response: ServerResponse, head?: Buffer): Promise<void>;
  /** A CONNECT and the bytes after it. */
  tunnel(request: IncomingMessage, response: ServerResponse, head: Buffer): Promise<void>;
}

/** Connections to sites that plain requests may use again. */
const KEPT_CONNECTIONS = { keepAliveMs: 4_000, maxKeepAliveMs: 15_000, maxIdleConnections: 32 };

export function openEgressGate({
  connectGuarded,
  resolveGuarded,
  connectUpstream,
  policy,
  limits,
  log,
}: GateOptions): EgressGate {
  const { watch, closeAll } = watchSockets();
  const budget = createByteBudget(policy.maxBytes, closeAll);
  const { upstreamUrl } = policy;
  const route = createEgressRoute({ connectGuarded, resolveGuarded, upstreamUrl, connectUpstream });
  const pool = openConnectionPool(route, { ...KEPT_CONNECTIONS, maxHeaderBytes: limits.maxHeaderBytes });
  const attend = createAttend({ policy, limits, budget, log });

  const join = (response: ServerResponse, target: Socket, passage: EgressPassage, head: Buffer) => {
    const client = response.socket!;
    response.detachSocket(client);
    watch(target);
    passage.close();
    const { idleMs, totalMs } = limits;
    return relay(client, target, { head, idleMs, totalMs, onBytes: passage.onBytes });
  };

  return {
    watch,

    pass(request, response, head) {
      const target = parseRequestTarget(request.url ?? '');
      return attend({ kind: 'request', target, response }, async (known, passage) => {
        const { onBytes, signal } = passage;
        const upgrade = head ? { upgrade: 'websocket' as const } : {};
        const { teamId } = policy;
        const parts = { target: known, request, response, ...upgrade, limits, teamId, onBytes, signal };
        const switched = await forwardRequest(pool, parts);
        if (!switched) return;
        response.socket?.write(switchingHead(switched.headers), 'latin1');
        await join(response, switched.socket, passage, head ?? Buffer.alloc(0));
      });
    },

    tunnel(request, response, head) {
      const target = parseTunnelTarget(request.url ?? '');
      return attend({ kind: 'tunnel', target, response }, async ({ hostname, port }, passage) => {
        const { signal } = passage;
        const { teamId } = policy;
        const socket = await route({ hostname, port, teamId, timeoutMs: limits.connectMs, signal });
        if (signal.aborted) socket.destroy();
        signal.throwIfAborted();
        response.socket?.write('HTTP/1.1 200 Connection established\r\n\r\n');
        await join(response, socket, passage, head);
      });
    },

    async [Symbol.asyncDispose]() {
      closeAll();
      await pool[Symbol.asyncDispose]();
    },
  };
}

/** Sockets that are open, to close them all at once. */
function watchSockets(): Pick<EgressGate, 'watch'> & { closeAll: () => void } {
  const sockets = new Set<Socket>();
  return {
    watch(socket) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    },
    closeAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface AttendParts {
  policy: EgressPolicy;
  limits: EgressLimits;
  budget: ByteBudget;
  log: Log;
}

interface Attended {
  kind: EgressReport['kind'];
  /** Undefined when the request names none that we understand. */
  target: EgressTarget | undefined;
  response: ServerResponse;
}

type Attend = (
  attended: Attended,
  work: (target: EgressTarget, passage: EgressPassage) => Promise<void>,
) => Promise<void>;

/** Runs one request from its first check to its report. `work` answers it; what that throws becomes a refusal. */
function createAttend({ policy, limits, budget, log }: AttendParts): Attend {
  const allowed = policy.allowedOrigins && new Set(policy.allowedOrigins.map(endpointOf));

  const refusalFor = ({ hostname, port }: EgressTarget): EgressRefusal | undefined => {
    if (budget.isSpent) return 'bytes';
    if (allowed && !allowed.has(`${hostname}:${port}`)) return 'origin';
    return policy.isBlockedHost?.(hostname) ? 'blocked-host' : undefined;
  };

  const logFailure = (error: unknown, left: unknown, { hostname, refusal }: FailedRequest): void => {
    if (policy.isSecret) log.debug('a browser request failed', { refusal });
    else if (refusal) log.debug('a browser request failed', { hostname, refusal, error });
    else if (error !== left) log.error('the egress proxy failed', { hostname, error });
  };

  return async function attend({ kind, target, response }, work) {
    const passage = openEgressPassage(response.req.socket, limits.totalMs, budget);
    const { hostname, port } = target ?? { hostname: '', port: 0 };
    let refusal: EgressRefusal | undefined;
    try {
      refusal = target ? refusalFor(target) : 'malformed';
      if (target && !refusal) await work(target, passage);
    } catch (error) {
      refusal = refusalOf(error);
      logFailure(error, passage.left, { hostname, refusal });
    }
    passage.close();
    if (refusal && !response.headersSent) writeRefusal(response, refusal);
    else if (!response.writableEnded) response.destroy();
    if (budget.isSpent) refusal ??= 'bytes';
    policy.onRequest?.({ kind, hostname, port, ...passage.bytes, ...(refusal ? { refusal } : {}) });
  };
}

interface FailedRequest {
  hostname: string;
  refusal: EgressRefusal | undefined;
}

function switchingHead(headers: readonly string[]): string {
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket'];
  for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
