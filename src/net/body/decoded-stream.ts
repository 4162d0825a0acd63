import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { ContentCoding } from './content-codings.ts';
import { BodyCorruptError, BodyTooLargeError } from '../connection/exchange-error.ts';

interface DecodedStreamOptions {
  codings: readonly ContentCoding[];
  /** The value of Content-Length; NaN when there is none. */
  announcedBytes: number;
  /** Before and after decoding. */
  maxBytes: number;
  /** Turns an error into the one that the reader gets; may throw as well. */
  toFailure(error: unknown): unknown;
}

/** Nobody stacks more than two in earnest. */
const MAX_LAYERS = 5;

/** Decodes a body, and gives no more of it than allowed. A reader that leaves early ends the source too. */
export function decodedStream(source: Readable, options: DecodedStreamOptions): Readable {
  const { codings, announcedBytes, maxBytes, toFailure } = options;
  async function* counted(): AsyncGenerator<Buffer, void> {
    try {
      if (announcedBytes > maxBytes) throw new BodyTooLargeError(maxBytes);
      if (codings.length > MAX_LAYERS)
        throw new BodyCorruptError(new Error(`More than ${MAX_LAYERS} content codings`));
      let bytes = 0;
      for await (const chunk of decode(source, codings) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new BodyTooLargeError(maxBytes);
        yield chunk;
      }
    } catch (error) {
      throw toFailure(isZlibError(error) ? new BodyCorruptError(error) : error);
    }
  }
  const body = Readable.from(counted(), { objectMode: false });
  // Nobody may have begun to read it: a generator that has not started is not ended.
  body.once('close', () => source.destroy());
  // A reader gets the error as well; without a reader it must not bring the process down.
  body.on('error', () => undefined);
  return body;
}

function decode(source: Readable, codings: readonly ContentCoding[]): Readable {
  const decoders = codings.map(createDecoder).toReversed();
  const last = decoders.at(-1);
  if (last === undefined) return source;
  // Errors arrive at the last one.
  pipeline([source, ...decoders], () => undefined);
  return last;
}

function createDecoder(coding: ContentCoding) {
  switch (coding) {
    case 'gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'zstd':
      return zlib.createZstdDecompress();
  }
}

function isZlibError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    /^(?:Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZSTD|ZSTD_)/.test(String(error.code))
  );
}
