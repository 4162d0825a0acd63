import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { readFrames, writeFrame } from './frames.ts';
import type { FromReader, ToReader } from './reader-messages.ts';

/** Descriptors that a reader's process is started with. */
export const FROM_SERVICE = 3;
export const TO_SERVICE = 4;

/** The service is not what has to be guarded against: a file of any size that it takes. */
const LIMITS = { maxJsonBytes: 1_000_000, maxPayloadBytes: 2_000_000_000 };

/** A thread of its own, since the one that reads may be at it for good when the service is killed. */
const WATCH_SERVICE = `
  const service = process.ppid;
  setInterval(() => { if (process.ppid !== service) process.kill(process.pid, 'SIGKILL'); }, 500);
`;

/** The service as a reader's process sees it. Fulfils when the message has left. */
export type Tell = (message: FromReader) => Promise<void>;

/** Hears what the service says; the process ends with the service. */
export function listenToService(onMessage: (message: ToReader, bytes: Buffer) => Promise<void>): Tell {
  const input = new Socket({ fd: FROM_SERVICE, readable: true, writable: false });
  const output = new Socket({ fd: TO_SERVICE, readable: false, writable: true });
  const tell: Tell = (message) =>
    new Promise((resolve) => {
      writeFrame(output, message);
      output.write('', () => resolve());
    });
  readFrames(input, LIMITS, {
    onFrame(message, bytes) {
      onMessage(message as ToReader, bytes).catch(async (error: unknown) => {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        await tell({ type: 'failure', message: text });
        process.exit(1);
      });
    },
    onError: () => process.exit(1),
  });
  input.on('close', () => process.exit(0));
  output.on('error', () => process.exit(0));
  new Worker(WATCH_SERVICE, { eval: true, env: {}, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
  return tell;
}
