import { addAbortListener } from 'node:events';
import type { Dispatcher } from 'undici';
import type { Connection } from './connection-pool.ts';
import { ExchangeError } from './exchange-error.ts';

/**
 * One request on a connection, from its sending to its one end: its result, the signal's reason or a failure, which is
 * an ExchangeError where the connection is at fault. A failed request leaves no connection behind. Made for undici's
 * `dispatch`, whose events are its methods.
 */
export abstract class ExchangeHandler<Result> implements Dispatcher.DispatchHandler {
  readonly #connection: Connection;
  readonly #signal: AbortSignal;
  readonly #outcome = Promise.withResolvers<Result>();
  #listening: Disposable | undefined;
  #hasStarted = false;
  #isSettled = false;

  constructor(connection: Connection, signal: AbortSignal) {
    this.#connection = connection;
    this.#signal = signal;
  }

  /** Sends the request. Once only. */
  send(request: Dispatcher.DispatchOptions): Promise<Result> {
    if (this.#signal.aborted) {
      this.fail(this.#signal.reason);
    } else {
      this.#listening = addAbortListener(this.#signal, () => this.fail(this.#signal.reason));
      this.#connection.client.dispatch(request, this);
    }
    return this.#outcome.promise;
  }

  onRequestStart(): void {}

  onResponseStarted(): void {
    this.#hasStarted = true;
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.fail(new ExchangeError(error, this.#hasStarted));
  }

  /** Reports of the connection while it closes count no more. */
  protected get isSettled(): boolean {
    return this.#isSettled;
  }

  /** A connection that holds more of the answer cannot be used again, and is closed. */
  protected succeed(result: Result, { isReusable }: { isReusable: boolean }): void {
    if (!this.#settle()) return;
    if (!isReusable) this.#connection.destroy();
    this.#outcome.resolve(result);
  }

  protected fail(error: unknown): void {
    if (!this.#settle()) return;
    this.#connection.destroy();
    this.#outcome.reject(error);
  }

  /** Called once, at the end, however it comes. */
  protected onSettled(): void {}

  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#listening?.[Symbol.dispose]();
    this.onSettled();
    return true;
  }
}
