import type { Socket } from 'node:net';
import { ServiceError } from '../../lib/service-error.ts';
import type { ByteBudget } from '../../lib/bytes/byte-budget.ts';

/** One request or tunnel of a browser: how long it may last and what it has moved. */
export interface EgressPassage {
  /** Aborted with `left` when the browser closes the connection, with SCRAPE_TIMEOUT when the time is over. */
  readonly signal: AbortSignal;
  readonly left: Error;
  readonly bytes: { sentBytes: number; receivedBytes: number };
  /** Counts bytes; false when they may not pass. */
  onBytes(bytes: number, direction: 'sent' | 'received'): boolean;
  /** From now on the signal stays as it is. */
  close(): void;
}

export function openEgressPassage(client: Socket, totalMs: number, budget: ByteBudget): EgressPassage {
  const controller = new AbortController();
  const left = new Error('The browser has closed the connection');
  const bytes = { sentBytes: 0, receivedBytes: 0 };
  const onClose = (): void => controller.abort(left);
  const timer = setTimeout(() => controller.abort(new ServiceError('SCRAPE_TIMEOUT')), totalMs).unref();
  client.once('close', onClose);
  if (client.destroyed) onClose();
  return {
    signal: controller.signal,
    left,
    bytes,
    onBytes(count, direction) {
      if (!budget.take(count)) return false;
      bytes[direction === 'sent' ? 'sentBytes' : 'receivedBytes'] += count;
      return true;
    },
    close() {
      clearTimeout(timer);
      client.off('close', onClose);
    },
  };
}
