import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { silentLog } from '../../src/lib/log/log.ts';
import { createAddressGuard } from '../../src/net/guard/address-guard.ts';
import { createAllowList } from '../../src/net/guard/allow-list.ts';
import { createConnectGuarded } from '../../src/net/connection/connect.ts';
import type { EgressPolicy, EgressReport } from '../../src/net/egress/egress-policy.ts';
import { openEgressProxy, type EgressProxy } from '../../src/net/egress/egress-proxy.ts';
import { createResolveGuarded } from '../../src/net/names/resolve-guarded.ts';
import type { Lookup } from '../../src/net/names/lookup.ts';
import { createResolve } from '../../src/net/names/resolve.ts';
import { createStartTls } from '../../src/net/connection/start-tls.ts';
import { TEST_CERTIFICATE } from './loopback-site.ts';

export interface TestEgress extends EgressProxy {
  readonly reports: EgressReport[];
  /** Sends bytes to the proxy and returns all that comes back until it closes. */
  say(text: string): Promise<string>;
  /** A plain request through the proxy. */
  ask(
    url: string,
    options?: RequestOptions & { body?: string },
  ): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>;
  /** A tunnel; rejects with the proxy's status and text. */
  connect(authority: string): Promise<Socket>;
  connectTls(authority: string, servername: string): Promise<TLSSocket>;
}

interface TestEgressOptions extends Partial<EgressPolicy> {
  allow?: string[];
  lookup?: Lookup;
  ownPorts?: number[];
}

/** A proxy that may reach loopback, where every name under `.test` leads. */
export async function openTestEgress({
  allow = ['127.0.0.0/8', '::1'],
  lookup = lookupTest,
  ownPorts = [],
  ...policy
}: TestEgressOptions = {}): Promise<TestEgress> {
  const guard = createAddressGuard({ allow: createAllowList(allow), ownPorts: () => ownPorts });
  const resolve = createResolve(lookup);
  const reports: EgressReport[] = [];
  const proxy = await openEgressProxy({
    connectGuarded: createConnectGuarded({ guard, resolve, startTls: createStartTls([TEST_CERTIFICATE]) }),
    resolveGuarded: createResolveGuarded(guard, resolve),
    policy: { teamId: undefined, maxBytes: 1e9, onRequest: (report) => reports.push(report), ...policy },
    log: silentLog,
  });
  const { port } = proxy;
  ownPorts.push(port);

  return {
    port,
    reports,
    async say(text) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => socket.destroy());
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.write(text, 'latin1');
      await once(socket, 'close');
      return Buffer.concat(chunks).toString('latin1');
    },
    async ask(url, { body, ...options } = {}) {
      const request = httpRequest({ host: '127.0.0.1', port, path: url, agent: false, ...options });
      request.end(body);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      return { status: response.statusCode ?? 0, headers: response.headers, text };
    },
    connect: (authority) => openTunnel(port, authority),
    async connectTls(authority, servername) {
      const socket = connectTls({
        socket: await openTunnel(port, authority),
        servername,
        ca: TEST_CERTIFICATE,
      });
      await once(socket, 'secureConnect');
      return socket;
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

function openTunnel(port: number, authority: string): Promise<Socket> {
  const { promise, resolve: opened, reject } = Promise.withResolvers<Socket>();
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    method: 'CONNECT',
    path: authority,
    agent: false,
  });
  request.on('error', reject);
  request.on('connect', (response, socket: Socket, head) => {
    socket.on('error', () => socket.destroy());
    if (response.statusCode === 200) return opened(socket);
    reject(new Error(`${response.statusCode} ${head.toString()}`));
    socket.destroy();
  });
  request.end();
  return promise;
}

async function lookupTest(hostname: string): Promise<string[]> {
  if (hostname.endsWith('.test')) return ['127.0.0.1'];
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
}
