import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../lib/log/log.ts';
import type { Postmaster } from './postmaster.ts';

export interface SuperviseOptions {
  /** Makes way for a server and starts it. */
  start(): Promise<Postmaster>;
  log: Log;
}

/** A start may fail for a reason that is over in a moment: processes of the last run that are still ending, a slow disk. */
const FIRST_ATTEMPTS = 3;
const MIN_DELAY_MS = 50;
const MAX_DELAY_MS = 5_000;
/** A server that ran this long was in order; one that did not is given longer and longer breaks. */
const SETTLED_MS = 10_000;

/**
 * Starts a server and keeps it running: one that ends by itself is started again, for ever, until this is disposed.
 * Rejects when the first start fails.
 */
export async function supervise({ start, log }: SuperviseOptions): Promise<AsyncDisposable> {
  const closing = new AbortController();
  let current = await startFirst(start, log);
  const watching = watch();

  async function watch(): Promise<void> {
    let delayMs = MIN_DELAY_MS;
    for (;;) {
      const startedAt = performance.now();
      const how = await current.exited;
      if (closing.signal.aborted) return;
      log.error('The database server ended by itself and is started again', { how });
      if (performance.now() - startedAt > SETTLED_MS) delayMs = MIN_DELAY_MS;
      for (let next: Postmaster | undefined; !next;) {
        await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => undefined);
        if (closing.signal.aborted) return;
        delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
        next = await start().catch((error: unknown) => logFailure(log, error));
        current = next ?? current;
      }
      log.info('The database server runs again');
    }
  }

  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await current.stop();
      await watching;
      // A start that was under way has finished meanwhile.
      await current.stop();
    },
  };
}

async function startFirst(start: () => Promise<Postmaster>, log: Log): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt === FIRST_ATTEMPTS) throw error;
      logFailure(log, error);
      await sleep(MIN_DELAY_MS);
    }
  }
}

function logFailure(log: Log, error: unknown): undefined {
  log.warn('The database server did not start', {
    error: error instanceof Error ? error.message : String(error),
  });
}
