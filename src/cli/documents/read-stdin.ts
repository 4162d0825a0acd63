import { addAbortSignal } from 'node:stream';
import { UsageError } from '../command/command.ts';

/** All that comes over standard input; a UsageError when it is too much. */
export async function readStdin(maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of addAbortSignal(signal, process.stdin)) {
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes > maxBytes)
        throw new UsageError(`Standard input is larger than ${maxBytes} bytes (DECANT_MAX_PAGE_BYTES)`);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  return Buffer.concat(pieces);
}
