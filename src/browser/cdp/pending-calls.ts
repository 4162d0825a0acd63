import { CdpError } from './cdp-error.ts';

/** The limits of a call to the browser. */
export interface CallOptions {
  /** How long to wait for the answer; 10 s when absent. */
  timeoutMs?: number;
  /** Gives the call up early: rejects with the failure `aborted`, its reason as the cause. */
  signal?: AbortSignal | undefined;
}

export interface CallNames {
  method: string;
  sessionId: string | undefined;
}

const DEFAULT_TIMEOUT_MS = 10_000;

interface Call extends CallNames {
  succeed(result: unknown): void;
  fail(error: CdpError): void;
}

/** Calls that wait for their answers. Each ends: with its answer, its deadline, its signal, its session or the browser. */
export class PendingCalls {
  readonly #calls = new Map<number, Call>();
  #lastId = 0;

  get size(): number {
    return this.#calls.size;
  }

  /** A call with an id of its own; `send` is called at once unless the signal has aborted. */
  add(
    { method, sessionId }: CallNames,
    { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: CallOptions,
    send: (id: number) => void,
  ): Promise<unknown> {
    const giveUp = (): CdpError =>
      new CdpError('aborted', `${method} was given up`, { cause: signal?.reason as unknown });
    if (signal?.aborted) return Promise.reject(giveUp());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#lastId += 1;
    const id = this.#lastId;
    const onAbort = (): void => fail(giveUp());
    const timer = setTimeout(
      () => fail(new CdpError('timeout', `${method} was not answered within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#calls.delete(id);
    };
    const succeed = (result: unknown): void => {
      settle();
      resolve(result);
    };
    const fail = (error: CdpError): void => {
      settle();
      reject(error);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#calls.set(id, { method, sessionId, succeed, fail });
    send(id);
    return promise;
  }

  /** Answers to calls that were given up are dropped. */
  succeed(id: number, result: unknown): void {
    this.#calls.get(id)?.succeed(result);
  }

  refuse(id: number, { code, message }: { code: number; message: string }): void {
    const call = this.#calls.get(id);
    call?.fail(new CdpError('refused', `${call.method}: ${message}`, { code }));
  }

  /** Fails the calls of one session, or all of them. */
  failAll(reason: Error, sessionId?: string): void {
    for (const call of this.#calls.values()) {
      if (sessionId !== undefined && call.sessionId !== sessionId) continue;
      call.fail(new CdpError('closed', `${call.method}: ${reason.message}`, { cause: reason }));
    }
  }
}
