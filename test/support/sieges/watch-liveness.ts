import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * The longest wait for an answer of `GET /health/live` until the signal aborts, ms. A thread of its own asks: the attacker and
 * its site, which are in this process, would hold up whoever asked from here.
 */
export async function watchLiveness(url: string, signal: AbortSignal): Promise<number> {
  const thread = new Worker(new URL('liveness-thread.ts', import.meta.url), { workerData: { url } });
  const answered = once(thread, 'message') as Promise<[number]>;
  signal.addEventListener('abort', () => thread.postMessage('over', []), { once: true });
  const [longestMs] = await answered;
  return longestMs;
}
