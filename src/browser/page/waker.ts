import { addAbortListener } from 'node:events';
import type { LivePage } from './live-page.ts';

/** Sleeps until something happens on a page. */
export interface Waker extends Disposable {
  /** At least `leastMs`, at most `mostMs`; rejects with the signal's reason. */
  pause(leastMs: number, mostMs: number, signal: AbortSignal): Promise<void>;
}

/** Wakes at each change of a page's requests and stages. One at a time for a page. */
export function openWaker({ network, session }: Pick<LivePage, 'network' | 'session'>): Waker {
  const sleeper: { wake: (() => void) | undefined } = { wake: undefined };
  const wake = (): void => sleeper.wake?.();
  network.onChange = wake;
  const off = session.on('Page.domContentEventFired', wake);
  return {
    async pause(leastMs, mostMs, signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const from = performance.now();
      using listening = addAbortListener(signal, () => reject(signal.reason as Error));
      const timers = [setTimeout(resolve, Math.max(leastMs, mostMs))];
      sleeper.wake = () => {
        sleeper.wake = undefined;
        timers.push(setTimeout(resolve, Math.max(0, leastMs - (performance.now() - from))));
      };
      try {
        await promise;
      } finally {
        sleeper.wake = undefined;
        timers.forEach(clearTimeout);
      }
    },
    [Symbol.dispose]() {
      network.onChange = undefined;
      off();
    },
  };
}
