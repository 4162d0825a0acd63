import { openOperatorFetch, type OperatorAnswer } from '../../net/operator-fetch.ts';
import type { Lookup } from '../../net/names/lookup.ts';
import { createOperatorConnect } from '../../net/operator-connect.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CdpTransport } from '../cdp/cdp-transport.ts';
import { openWebSocketTransport } from '../cdp/open-websocket-transport.ts';

export interface RemoteEndpointOptions {
  /** `ws:` or `wss:` with the path of the WebSocket, or `http:` or `https:` of who tells it at /json/version. */
  url: URL;
  token?: string | undefined;
  /** Ports that this process listens on; never connected to on this machine. */
  ownPorts: () => Iterable<number>;
  /** Finds names; one of its own when absent. */
  lookup?: Lookup | undefined;
  /** Certificates (PEM) to trust besides the well-known ones. */
  certificateAuthorities?: readonly string[] | undefined;
}

/** The endpoint of browsers that somebody else has started. */
export interface RemoteEndpoint {
  /** For logs: neither path nor credentials, which may be secret. */
  readonly host: string;
  /** Rejects with a `CdpError`, whose `code` is the HTTP status when there is one. */
  connect(signal: AbortSignal): Promise<CdpTransport>;
}

const MAX_VERSION_BYTES = 64 * 1024;

/**
 * Makes the endpoint of a URL. Credentials in the URL go before the token. Only the URL's own host and port are ever
 * connected to.
 */
export function createRemoteEndpoint(options: RemoteEndpointOptions): RemoteEndpoint {
  const { url, token, ownPorts, lookup, certificateAuthorities } = options;
  const isTls = url.protocol === 'wss:' || url.protocol === 'https:';
  const isNamed = url.protocol.startsWith('ws');
  const authorization = authorizationOf(url, token);
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const origin = new URL(url.href.replace(/^\w+:/, isTls ? 'https:' : 'http:'));
  origin.username = '';
  origin.password = '';
  const { host } = origin;
  const dial = createOperatorConnect({ endpoint: origin, ownPorts, lookup, certificateAuthorities });

  async function findAddress(signal: AbortSignal): Promise<URL> {
    if (isNamed) return asWebSocket(origin);
    await using way = openOperatorFetch({
      endpoint: origin,
      ownPorts,
      lookup,
      ...(certificateAuthorities && { certificateAuthorities }),
    });
    const asked = new URL(origin);
    asked.pathname = `${origin.pathname.replace(/\/$/, '')}/json/version`;
    const request = { method: 'GET', url: asked, headers: { host, ...headers } } as const;
    const answer = await way.send(request, signal).catch((cause: unknown) => {
      throw new CdpError(signal.aborted ? 'aborted' : 'closed', `No browser answers at ${host}`, { cause });
    });
    const named = await readAddress(answer);
    if (!named) {
      const { status: code } = answer;
      throw new CdpError('closed', `${host} names no browser at /json/version (${code})`, { code });
    }
    const address = asWebSocket(origin);
    address.pathname = named.pathname;
    address.search = named.search === '' ? origin.search : named.search;
    return address;
  }

  return {
    host,
    async connect(signal) {
      const address = await findAddress(signal);
      return openWebSocketTransport(
        { address, headers, connect: (until) => dial({ signal: until }) },
        signal,
      );
    },
  };
}

function authorizationOf({ username, password }: URL, token: string | undefined): string | undefined {
  if (password !== '') {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  const bearer = username === '' ? token : decodeURIComponent(username);
  return bearer === undefined ? undefined : `Bearer ${bearer}`;
}

function asWebSocket(origin: URL): URL {
  return new URL(origin.href.replace(/^http/, 'ws'));
}

/** Reads the address that Chromium and browsers like it tell; undefined for any other answer. */
async function readAddress({ status, body }: OperatorAnswer): Promise<URL | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_VERSION_BYTES) return undefined;
  }
  if (status !== 200) return undefined;
  try {
    const told = JSON.parse(Buffer.concat(chunks).toString()) as { webSocketDebuggerUrl?: unknown } | null;
    return URL.parse(String(told?.webSocketDebuggerUrl)) ?? undefined;
  } catch {
    return undefined;
  }
}
