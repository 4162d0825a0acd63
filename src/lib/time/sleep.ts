import { setTimeout as sleepFor } from 'node:timers/promises';

/** Waits; rejects with the signal's own reason when that aborts first, which the platform's would hide behind an AbortError. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleepFor(ms, undefined, signal && { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
