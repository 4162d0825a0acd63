import { CdpError } from './cdp-error.ts';
import { CdpSession } from './cdp-session.ts';
import type { CdpTransport } from './cdp-transport.ts';
import { PendingCalls, type CallOptions } from './pending-calls.ts';
import type { CdpMessage, CdpMethod, CdpParams, CdpRequest, CdpResult } from './protocol.ts';

/** The bare messages of a connection, for who passes them on. */
export interface RawMessages {
  send(message: string): void;
  /** Bytes that were sent and have not left yet. */
  readonly queuedBytes: number;
  /** Leaves what the browser sends where it is, or goes on reading. */
  setPaused(isPaused: boolean): void;
}

export interface RawListeners {
  onMessage(message: string): void;
  /** All that waited to be sent has left. */
  onDrain(): void;
}

/** As Chromium writes them: the method first, the session last. */
const EVENT_HEAD = /^\{"method":"([\w.]+)"/;
const EVENT_HEAD_LENGTH = 100;
const EVENT_TAIL = /\},"sessionId":"(\w+)"\}$/;
const EVENT_TAIL_LENGTH = 80;

/**
 * One connection to a browser and the sessions on it (flat: all share the connection, each message names its session).
 * When it closes, every call that waits fails at once.
 */
export class CdpConnection {
  /** Fulfils when nothing can be sent any more, with why. */
  readonly closed: Promise<Error>;
  /** The browser itself. */
  readonly browser: CdpSession;
  readonly #transport: CdpTransport;
  readonly #calls = new PendingCalls();
  readonly #sessions = new Map<string, CdpSession>();
  readonly #close: (reason: Error) => void;
  #closedBy: Error | undefined;
  #raw: RawListeners | undefined;

  constructor(transport: CdpTransport) {
    const { promise, resolve } = Promise.withResolvers<Error>();
    this.closed = promise;
    this.#close = resolve;
    this.#transport = transport;
    this.browser = new CdpSession(this, undefined);
    transport.listen({
      onMessage: (message) => this.#receive(message),
      onClose: (reason) => this.#end(reason),
      onDrain: () => this.#raw?.onDrain(),
    });
  }

  /** The answer's result; rejects with a `CdpError`, never later than the deadline. */
  async send<M extends CdpMethod>(
    method: M,
    params?: CdpParams<M>,
    sessionId?: string,
    options: CallOptions = {},
  ): Promise<CdpResult<M>> {
    if (this.#closedBy)
      throw new CdpError('closed', `${method}: ${this.#closedBy.message}`, { cause: this.#closedBy });
    const answer = this.#calls.add({ method, sessionId }, options, (id) => {
      const request: CdpRequest = { id, method };
      if (params !== undefined) request.params = params;
      if (sessionId !== undefined) request.sessionId = sessionId;
      this.#transport.send(JSON.stringify(request));
    });
    return (await answer) as CdpResult<M>;
  }

  /**
   * A session by the id that the browser gave it. To be called within the listener of `Target.attachedToTarget` when no
   * event of the new session may be missed.
   */
  session(sessionId: string): CdpSession {
    const known = this.#sessions.get(sessionId);
    if (known) return known;
    const session = new CdpSession(this, sessionId);
    if (this.#closedBy) session.end(this.#closedBy);
    else this.#sessions.set(sessionId, session);
    return session;
  }

  /** A session of its own on a page, frame or worker. */
  async attach(targetId: string, options?: CallOptions): Promise<CdpSession> {
    const { sessionId } = await this.send(
      'Target.attachToTarget',
      { targetId, flatten: true },
      undefined,
      options,
    );
    return this.session(sessionId);
  }

  /**
   * From now on the conversation is somebody else's, whose ids count: each message of the browser is passed on unread, and
   * no call of our own is answered any more.
   */
  handOver(listeners: RawListeners): RawMessages {
    this.#raw = listeners;
    return this.#transport;
  }

  /** Every call that waits fails with the reason. */
  close(reason: Error = new CdpError('closed', 'The connection to the browser was closed')): void {
    this.#end(reason);
    this.#transport.close(reason);
  }

  #receive(text: string): void {
    if (this.#closedBy) return;
    if (this.#raw) return this.#raw.onMessage(text);
    if (this.#isUnheard(text)) return;
    try {
      this.#take(JSON.parse(text) as CdpMessage);
    } catch (cause) {
      // Neither a browser that talks nonsense nor a listener that throws may take the whole process down.
      this.close(new CdpError('closed', 'A message of the browser could not be handled', { cause }));
    }
  }

  /** An event of a session that nobody listens to, which is half of them: not worth reading. */
  #isUnheard(text: string): boolean {
    const [, method = ''] = EVENT_HEAD.exec(text.slice(0, EVENT_HEAD_LENGTH)) ?? [];
    const [, sessionId] = EVENT_TAIL.exec(text.slice(-EVENT_TAIL_LENGTH)) ?? [];
    if (method === '' || method.startsWith('Target.') || sessionId === undefined) return false;
    return this.#sessions.get(sessionId)?.hears(method) === false;
  }

  #take({ id, result, error, method, params, sessionId }: CdpMessage): void {
    if (id !== undefined) {
      if (error) this.#calls.refuse(id, error);
      else this.#calls.succeed(id, result);
      return;
    }
    if (method === undefined) return;
    const session = sessionId === undefined ? this.browser : this.#sessions.get(sessionId);
    session?.emit(method, params);
    if (method === 'Target.detachedFromTarget') this.#forget((params as { sessionId: string }).sessionId);
  }

  #forget(sessionId: string): void {
    const reason = new CdpError('closed', 'The page has gone');
    this.#calls.failAll(reason, sessionId);
    this.#sessions.get(sessionId)?.end(reason);
    this.#sessions.delete(sessionId);
  }

  #end(reason: Error): void {
    if (this.#closedBy) return;
    this.#closedBy = reason;
    this.#calls.failAll(reason);
    for (const session of this.#sessions.values()) session.end(reason);
    this.browser.end(reason);
    this.#sessions.clear();
    this.#close(reason);
  }
}
