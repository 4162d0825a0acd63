import type { FromReader, ToReader } from './reader-messages.ts';
import { readFrameSync, writeFrameSync, type Frame } from './sync-frames.ts';

/** Descriptors that a reader's process is started with. */
export const FROM_SERVICE = 3;
export const TO_SERVICE = 4;

/** Says something to the service, and returns when it has left. */
export function tellService(message: FromReader): void {
  try {
    writeFrameSync(TO_SERVICE, message);
  } catch {
    // The service has gone.
    process.exit(0);
  }
}

/**
 * Does what the service says, one thing after the other; the process ends with the service. It waits without Node's event
 * loop, which asks the kernel for more than a reader may still have: a stream that is opened or held up would end it.
 */
export async function listenToService(
  onMessage: (message: ToReader, bytes: Buffer) => Promise<void>,
): Promise<never> {
  for (let frame = nextFrame(); frame !== undefined; frame = nextFrame()) {
    try {
      await onMessage(frame.message as ToReader, frame.payload);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      tellService({ type: 'failure', message: text });
      process.exit(1);
    }
  }
  process.exit(0);
}

function nextFrame(): Frame | undefined {
  try {
    return readFrameSync(FROM_SERVICE);
  } catch {
    // Systems differ in how they tell that the other end has gone.
    return undefined;
  }
}
