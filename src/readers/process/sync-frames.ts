import { readSync, writeSync } from 'node:fs';
import { frameHead, HEAD_BYTES, readHead } from './frames.ts';

export interface Frame {
  message: unknown;
  payload: Buffer;
}

/**
 * Waits for the next frame, and holds up everything else of this process meanwhile; undefined when the other end has been
 * closed, also amid a frame. The other end is trusted: a frame may have any size.
 */
export function readFrameSync(descriptor: number): Frame | undefined {
  const head = readExactly(descriptor, HEAD_BYTES);
  if (head === undefined) return undefined;
  const lengths = readHead(head);
  const json = readExactly(descriptor, lengths.json);
  const payload = readExactly(descriptor, lengths.payload);
  if (json === undefined || payload === undefined) return undefined;
  return { message: JSON.parse(json.toString()), payload };
}

/** Returns when all of it has left. */
export function writeFrameSync(descriptor: number, message: object): void {
  const json = Buffer.from(JSON.stringify(message));
  for (const part of [frameHead(json.length, 0), json]) {
    for (let written = 0; written < part.length;) written += writeSync(descriptor, part, written);
  }
}

function readExactly(descriptor: number, count: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafeSlow(count);
  for (let filled = 0; filled < count;) {
    const read = readSync(descriptor, bytes, filled, count - filled, null);
    if (read === 0) return undefined;
    filled += read;
  }
  return bytes;
}
