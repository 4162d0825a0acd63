import type { Readable } from 'node:stream';

/** The last of what a process says; keeps reading it, so that it never blocks. */
export function followTail(stream: Readable, maxBytes = 8_192): () => string {
  let tail = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk.subarray(-maxBytes)]).subarray(-maxBytes);
  });
  // A broken pipe of a dying process says nothing new.
  stream.on('error', () => undefined);
  return () => tail.toString();
}
