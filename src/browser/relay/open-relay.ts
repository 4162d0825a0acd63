import type { DriverLink, DriverPeer } from '../../lib/driver-link.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { RawMessages } from '../cdp/cdp-connection.ts';
import { readCall, type DriverCall } from '../cdp/read-call.ts';
import type { RelayDescription, RelayedBrowser } from '../cdp/relay-protocol.ts';
import type { Browser } from '../start/open-browser.ts';
import { checkRelayedCall } from './relay-policy.ts';
import { PeerEgresses, RelayRefusal, type EgressParts } from './peer-egresses.ts';

export interface RelayParts extends EgressParts {
  /** Rejects with a `ServiceError`, also when there is no room for another. */
  startBrowser(options: { hasWebGl: boolean; signal: AbortSignal }): Promise<Browser>;
  describe(): RelayDescription;
  log: Log;
}

/** When so much waits for one side, the other is not read until it has gone. */
const MAX_WAITING_BYTES = 16 * 2 ** 20;

/** Codes of JSON-RPC for what is refused here. */
const REFUSED = -32_000;
const UNKNOWN_METHOD = -32_601;
/** Close codes of WebSocket: the peer broke the rules, the service ends, something here failed. */
const CLOSE_POLICY = 1008;
const CLOSE_NORMAL = 1000;
const CLOSE_FAILED = 1011;

/** Passes messages between a peer and a browser that is started for it, and answers the methods of `Decant.*` itself. */
export function openRelay(peer: DriverPeer, parts: RelayParts): DriverLink {
  return new OpenRelay(peer, parts);
}

class OpenRelay implements DriverLink {
  readonly #peer: DriverPeer;
  readonly #parts: RelayParts;
  readonly #egresses: PeerEgresses;
  readonly #ending = new AbortController();
  #starting: Promise<Browser> | undefined;
  #messages: RawMessages | undefined;
  #isHolding = false;
  #ended: Promise<void> | undefined;

  constructor(peer: DriverPeer, parts: RelayParts) {
    this.#peer = peer;
    this.#parts = parts;
    this.#egresses = new PeerEgresses(parts, (refused) =>
      this.#tell({ method: 'Decant.egressRefused', params: refused }),
    );
  }

  take(text: string): void {
    if (this.#ended) return;
    const call = readCall(text);
    if (!call) return this.#hangUp(CLOSE_POLICY, 'Only calls of the DevTools protocol are understood');
    if (call.method.startsWith('Decant.')) return void this.#answer(call);
    if (call.method === 'Browser.close') {
      this.#tell({ id: call.id, result: {} });
      return this.#hangUp(CLOSE_NORMAL, 'Closed as asked');
    }
    this.#passOn(call);
  }

  noteDrained(): void {
    this.#hold(false);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    this.#ending.abort(new RelayRefusal('The connection ends'));
    const starting = this.#starting?.catch(() => undefined);
    await Promise.all([
      this.#egresses[Symbol.asyncDispose](),
      starting?.then((browser) => {
        // One that is paused would not notice that it is to end.
        this.#hold(false);
        return browser?.close();
      }),
    ]);
  }

  #hangUp(code: number, reason: string): void {
    this.#peer.close(code, reason);
    void this[Symbol.asyncDispose]();
  }

  #tell(message: object): void {
    if (!this.#ended) this.#peer.send(JSON.stringify(message));
  }

  #refuse({ id, sessionId }: DriverCall, message: string, code = REFUSED): void {
    this.#tell({ id, ...(sessionId !== undefined && { sessionId }), error: { code, message } });
  }

  #passOn(call: DriverCall): void {
    const { id, method, sessionId } = call;
    if (!this.#messages) return this.#refuse(call, 'Decant.openBrowser comes first');
    const verdict = checkRelayedCall(call, (server) => this.#egresses.isOurProxy(server));
    if ('refusal' in verdict) return this.#refuse(call, verdict.refusal);
    // Written anew: two parsers may read one text in two ways.
    this.#messages.send(
      JSON.stringify({ id, method, params: verdict.params, ...(sessionId !== undefined && { sessionId }) }),
    );
    if (this.#messages.queuedBytes > MAX_WAITING_BYTES) this.#peer.setPaused(true);
  }

  async #answer(call: DriverCall): Promise<void> {
    try {
      const result = await this.#carryOut(call);
      if (result === undefined) this.#refuse(call, 'There is no such method', UNKNOWN_METHOD);
      else this.#tell({ id: call.id, result });
    } catch (error) {
      const isForPeer = error instanceof RelayRefusal || error instanceof ServiceError;
      if (!isForPeer)
        this.#parts.log.error('a call of the browser relay failed', { error, method: call.method });
      this.#refuse(call, isForPeer ? error.message : 'It went wrong');
    }
  }

  async #carryOut({ method, params }: DriverCall): Promise<object | undefined> {
    switch (method) {
      case 'Decant.describe':
        return this.#parts.describe();
      case 'Decant.openBrowser':
        return this.#openBrowser(params['hasWebGl'] === true);
      case 'Decant.openEgress':
        return this.#egresses.open(params);
      case 'Decant.closeEgress':
        await this.#egresses.close(params['id']);
        return {};
      default:
        return undefined;
    }
  }

  async #openBrowser(hasWebGl: boolean): Promise<RelayedBrowser> {
    if (this.#starting) throw new RelayRefusal('There is one browser a connection');
    this.#starting = this.#parts.startBrowser({ hasWebGl, signal: this.#ending.signal });
    const browser = await this.#starting.catch((error: unknown) => {
      // It may be asked for again.
      this.#starting = undefined;
      throw error;
    });
    const { connection, version, userAgent, isSandboxed } = browser;
    void connection.closed.then(() => this.#hangUp(CLOSE_FAILED, 'The browser has ended'));
    this.#messages = connection.handOver({
      onMessage: (message) => this.#passBack(message),
      onDrain: () => this.#peer.setPaused(false),
    });
    return { version, userAgent, isSandboxed };
  }

  #passBack(message: string): void {
    if (this.#ended) return;
    this.#peer.send(message);
    if (this.#peer.queuedBytes > MAX_WAITING_BYTES) this.#hold(true);
  }

  /** Whether what the browser says is left where it is. */
  #hold(isHolding: boolean): void {
    if (this.#isHolding === isHolding) return;
    this.#isHolding = isHolding;
    this.#messages?.setPaused(isHolding);
  }
}
