import { addAbortSignal, type Readable } from 'node:stream';
import { BodyTooLargeError } from '../../net/connection/exchange-error.ts';
import type { NewBlob } from './blob-store.ts';

/**
 * The pieces of a new blob, the stream ended by the signal and by the first byte too many. To be called before anything
 * is waited for: from then on a failing stream harms nobody.
 */
export function newBlobBytes(blob: NewBlob, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
  if ('bytes' in blob) return piecesOf(blob.bytes, signal);
  // It may fail before anybody reads it, and keeps its error for whoever does.
  blob.stream.on('error', () => {});
  if (signal) addAbortSignal(signal, blob.stream);
  return piecesWithin(blob.maxBytes, blob.stream, signal);
}

async function* piecesOf(bytes: Uint8Array, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
  signal?.throwIfAborted();
  yield bytes;
}

async function* piecesWithin(
  maxBytes: number,
  stream: Readable,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new BodyTooLargeError(maxBytes);
      yield chunk;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
