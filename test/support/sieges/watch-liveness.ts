import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface LivenessWatch extends AsyncDisposable {
  /** The longest wait for an answer of `GET /health/live` since this was last asked for, ms. */
  takeLongestMs(): Promise<number>;
}

/**
 * Asks for the liveness of a service all the time. A thread of its own asks: the attacker and its site, which are in this
 * process, would hold up whoever asked from here.
 */
export function watchLiveness(url: string): LivenessWatch {
  const thread = new Worker(new URL('liveness-thread.ts', import.meta.url), { workerData: { url } });
  return {
    async takeLongestMs() {
      const answered = once(thread, 'message') as Promise<[number]>;
      thread.postMessage('take', []);
      const [longestMs] = await answered;
      return longestMs;
    },
    async [Symbol.asyncDispose]() {
      await thread.terminate();
    },
  };
}
