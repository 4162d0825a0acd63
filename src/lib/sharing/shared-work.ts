import { untilAborted } from '../time/until-aborted.ts';

interface Running<T> {
  result: Promise<T>;
  /** Callers that wait for the work. */
  waiting: number;
  ending: AbortController;
}

/** Work that is done once for all who want the same at a time, and is given up when the last of them goes away. */
export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>();

  /** Joins the work of this key, or begins it. Rejects as the work does, or with the reason of the caller's own signal. */
  async join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const running = this.#running.get(key) ?? this.#begin(key, work);
    running.waiting += 1;
    try {
      return await untilAborted(running.result, signal);
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0 && this.#forget(key, running))
        running.ending.abort(new Error('Nobody waits for it any more'));
    }
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const ending = new AbortController();
    const running = { result: work(ending.signal), waiting: 0, ending };
    const forget = (): void => void this.#forget(key, running);
    // Nobody may be left to hear how it ends.
    running.result.then(forget, forget);
    this.#running.set(key, running);
    return running;
  }

  /** False when it had ended, or was given up, before. */
  #forget(key: string, running: Running<T>): boolean {
    return this.#running.get(key) === running && this.#running.delete(key);
  }
}
