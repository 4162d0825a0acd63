import { randomUUID } from 'node:crypto';
import type { Places } from '../../lib/turns/places.ts';
import type { OpenBrowserProxy } from '../../net/egress/browser-proxies.ts';
import type { IsBlockedHost } from '../../net/egress/blocked-hosts.ts';
import type { EgressPolicy } from '../../net/egress/egress-policy.ts';
import type { EgressRefused, RelayedEgress } from '../cdp/relay-protocol.ts';

export interface EgressParts {
  openBrowserProxy: OpenBrowserProxy;
  loadBlockedHosts: () => Promise<IsBlockedHost>;
  /** One for each way out, of all peers. */
  places: Places;
}

interface OpenEgress {
  proxyServer: string;
  close(): Promise<void>;
}

/** A call of a peer that cannot be carried out; the message is for the peer. */
export class RelayRefusal extends Error {
  override readonly name = 'RelayRefusal';
}

/** The most ways out of one peer, open and being opened: more are a fault of the peer. */
const MAX_EGRESSES = 256;

/** The ways out that one peer has opened. */
export class PeerEgresses implements AsyncDisposable {
  readonly #parts: EgressParts;
  readonly #onRefused: (refused: EgressRefused) => void;
  readonly #ending = new AbortController();
  readonly #open = new Map<string, OpenEgress>();
  readonly #opening = new Set<Promise<unknown>>();

  constructor(parts: EgressParts, onRefused: (refused: EgressRefused) => void) {
    this.#parts = parts;
    this.#onRefused = onRefused;
  }

  isOurProxy(server: string): boolean {
    for (const { proxyServer } of this.#open.values()) if (proxyServer === server) return true;
    return false;
  }

  async open(params: Readonly<Record<string, unknown>>): Promise<RelayedEgress> {
    if (this.#open.size + this.#opening.size >= MAX_EGRESSES)
      throw new RelayRefusal('Too many ways out are open');
    const opening = this.#openNow(params);
    this.#opening.add(opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(opening);
    }
  }

  async close(id: unknown): Promise<void> {
    await this.#open.get(String(id))?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort(new RelayRefusal('The connection ends'));
    await Promise.allSettled(this.#opening);
    await Promise.all(Array.from(this.#open.values(), (egress) => egress.close()));
  }

  async #openNow(params: Readonly<Record<string, unknown>>): Promise<RelayedEgress> {
    const id = randomUUID();
    const policy = await this.#policyOf(id, params);
    const { places, openBrowserProxy } = this.#parts;
    const { teamId = '', isBackground = false } = policy;
    const place = await places.take({ teamId, isBackground }, this.#ending.signal);
    const proxy = await openBrowserProxy(policy).catch((error: unknown) => {
      place[Symbol.dispose]();
      throw error;
    });
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      this.#open.delete(id);
      await proxy[Symbol.asyncDispose]();
      place[Symbol.dispose]();
    };
    const proxyServer = `http://127.0.0.1:${proxy.port}`;
    this.#open.set(id, { proxyServer, close: () => (closing ??= close()) });
    return { id, proxyServer };
  }

  async #policyOf(id: string, params: Readonly<Record<string, unknown>>): Promise<EgressPolicy> {
    const { teamId, isBackground, maxBytes, isBlockingAds, upstreamUrl } = params;
    if (typeof maxBytes !== 'number' || !(maxBytes > 0))
      throw new RelayRefusal('maxBytes is no number of bytes');
    const upstream = upstreamUrl === undefined ? undefined : readUrl(upstreamUrl);
    return {
      // A peer of another version may not say.
      teamId: typeof teamId === 'string' ? teamId : undefined,
      isBackground: isBackground === true,
      maxBytes,
      // Nobody here knows whether the page is one that must not be spoken of.
      isSecret: true,
      ...(isBlockingAds === true && { isBlockedHost: await this.#parts.loadBlockedHosts() }),
      ...(upstream && { upstreamUrl: upstream }),
      onRequest: ({ kind, hostname, port, refusal }) => {
        if (refusal) this.#onRefused({ id, kind, hostname, port, refusal });
      },
    };
  }
}

function readUrl(value: unknown): URL {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url) throw new RelayRefusal('upstreamUrl is no URL');
  return url;
}
