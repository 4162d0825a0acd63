import type { CallOptions } from './pending-calls.ts';
import type { CdpEvent, CdpEventParams, CdpMethod, CdpParams, CdpResult } from './protocol.ts';

type Listener = (params: never) => void;

/** The connection that a session sends through. */
interface SessionConnection {
  send<M extends CdpMethod>(
    method: M,
    params: CdpParams<M> | undefined,
    sessionId: string | undefined,
    options: CallOptions,
  ): Promise<CdpResult<M>>;
}

/** One conversation with one target: the browser itself, a page, a frame of another site, a worker. */
export class CdpSession {
  /** Undefined for the browser itself. */
  readonly id: string | undefined;
  /** Fulfils when the target or the connection has gone, with why. */
  readonly ended: Promise<Error>;
  readonly #connection: SessionConnection;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #end: (reason: Error) => void;

  constructor(connection: SessionConnection, id: string | undefined) {
    const { promise, resolve } = Promise.withResolvers<Error>();
    this.ended = promise;
    this.#end = resolve;
    this.#connection = connection;
    this.id = id;
  }

  /** The answer's result; rejects with a `CdpError`, never later than the deadline. */
  send<M extends CdpMethod>(
    method: M,
    params?: CdpParams<M>,
    options: CallOptions = {},
  ): Promise<CdpResult<M>> {
    return this.#connection.send(method, params, this.id, options);
  }

  /**
   * Calls the listener on each such event of this session until what is returned is called. A listener that throws
   * closes the connection.
   */
  on<E extends CdpEvent>(event: E, listener: (params: CdpEventParams<E>) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(event) === listeners) this.#listeners.delete(event);
    };
  }

  /** Whether anybody listens to such events. */
  hears(event: string): boolean {
    return this.#listeners.has(event);
  }

  /** For the connection only. */
  emit(event: string, params: unknown): void {
    // Those that a listener adds are for the next event.
    const listeners = Array.from(this.#listeners.get(event) ?? []);
    for (const listener of listeners) listener(params as never);
  }

  /** For the connection only. */
  end(reason: Error): void {
    this.#listeners.clear();
    this.#end(reason);
  }
}
