import { setTimeout } from 'node:timers/promises';

/** A refusal that is known comes within. */
const KNOWN_MS = 10;

/**
 * Starts a part when nothing is known against it, while the rest of the checks goes on, since the first of them take as long;
 * rejects as the check does, or the start, and leaves nothing then.
 */
export async function startWhileChecking<Started extends AsyncDisposable>(
  checking: Promise<unknown>,
  start: (signal: AbortSignal) => Promise<Started>,
  caller: AbortSignal,
): Promise<Started> {
  await Promise.race([checking, setTimeout(KNOWN_MS)]);
  const refused = new AbortController();
  const starting = start(AbortSignal.any([caller, refused.signal]));
  try {
    await checking;
    return await starting;
  } catch (error) {
    refused.abort(error);
    void starting.then(
      (started) => started[Symbol.asyncDispose](),
      () => undefined,
    );
    throw error;
  }
}
