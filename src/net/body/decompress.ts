import { addAbortListener } from 'node:events';
import zlib from 'node:zlib';
import { joinBytes } from '../../lib/bytes/join-bytes.ts';
import { FREE_BODY_BYTES, type AdmitBody } from '../connection/admit-body.ts';
import { isInCoding, type ContentCoding } from './content-codings.ts';
import { BodyCorruptError, BodyTooLargeError } from '../connection/exchange-error.ts';

export interface DecompressLimits {
  /** Bytes after decoding, of the result and of every layer below it. */
  maxBytes: number;
  admitBody?: AdmitBody | undefined;
  signal: AbortSignal;
}

/** Up to here a body is decoded on the spot; the thread pool's way there and back costs more. */
const SYNC_INPUT_BYTES = 256 * 1024;
const SYNC_OUTPUT_BYTES = 1024 * 1024;

/** Output buffer; zlib's default of 16 KB would cut a common page into many pieces. */
const CHUNK_BYTES = 128 * 1024;

/** Nobody stacks more than two in earnest. */
const MAX_LAYERS = 5;

/**
 * Undoes content codings, the last applied first. Forgiving as browsers are: what came of a truncated body is the
 * body, and one that is not in the coding its header claims is passed on as it is. Throws BodyTooLargeError as soon as
 * one layer exceeds the limit, BodyCorruptError when nothing can be decoded or layers are too many, and the signal's
 * reason.
 */
export async function decompress(
  body: Buffer,
  codings: readonly ContentCoding[],
  limits: DecompressLimits,
): Promise<Buffer> {
  if (codings.length > MAX_LAYERS)
    throw new BodyCorruptError(new Error(`More than ${MAX_LAYERS} content codings`));
  let bytes = body;
  for (const coding of codings.toReversed()) {
    if (bytes.length === 0) break;
    bytes = decodeSmall(bytes, coding, limits.maxBytes) ?? (await decodeRest(bytes, coding, limits));
  }
  return bytes;
}

/** Undefined when the body is too large for this way or is not intact. */
function decodeSmall(bytes: Buffer, coding: ContentCoding, maxBytes: number): Buffer | undefined {
  if (bytes.length > SYNC_INPUT_BYTES) return undefined;
  const options = { chunkSize: CHUNK_BYTES, maxOutputLength: Math.min(SYNC_OUTPUT_BYTES, maxBytes) };
  try {
    return decodeSync(bytes, coding, options);
  } catch {
    return undefined;
  }
}

async function decodeRest(bytes: Buffer, coding: ContentCoding, limits: DecompressLimits): Promise<Buffer> {
  return isInCoding(bytes, coding) ? await decodeStreaming(bytes, coding, limits) : bytes;
}

/** Counts while it decodes, off the main thread, and keeps what came before the data broke off. */
async function decodeStreaming(
  bytes: Buffer,
  coding: ContentCoding,
  { maxBytes, admitBody, signal }: DecompressLimits,
): Promise<Buffer> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer[]>();
  const decoder = createDecoder(bytes, coding);
  const chunks: Buffer[] = [];
  let size = 0;
  let isAdmitted = admitBody === undefined;

  const stop = (error: unknown): void => {
    decoder.destroy();
    reject(error);
  };
  using listening = addAbortListener(signal, () => stop(signal.reason));
  decoder.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) stop(new BodyTooLargeError(maxBytes));
    else chunks.push(chunk);
    if (size <= FREE_BODY_BYTES || isAdmitted) return;
    isAdmitted = true;
    decoder.pause();
    admitBody?.(maxBytes).then(() => decoder.resume(), stop);
  });
  decoder.once('end', () => resolve(chunks));
  decoder.once('error', (error) => {
    if (size > 0) resolve(chunks);
    else reject(new BodyCorruptError(error));
  });
  decoder.end(bytes);
  return await joinBytes(await promise);
}

function decodeSync(
  bytes: Buffer,
  coding: ContentCoding,
  options: { chunkSize: number; maxOutputLength: number },
): Buffer {
  switch (coding) {
    case 'gzip':
      return zlib.gunzipSync(bytes, options);
    case 'deflate':
      return hasZlibHeader(bytes) ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
    case 'br':
      return zlib.brotliDecompressSync(bytes, options);
    case 'zstd':
      return zlib.zstdDecompressSync(bytes, options);
  }
}

/** The `finishFlush` of each makes the end of truncated data an end instead of an error. */
function createDecoder(
  bytes: Buffer,
  coding: ContentCoding,
): zlib.Gunzip | zlib.BrotliDecompress | zlib.ZstdDecompress {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants;
  switch (coding) {
    case 'gzip':
      return zlib.createGunzip({ chunkSize: CHUNK_BYTES, finishFlush: Z_SYNC_FLUSH });
    case 'deflate':
      return hasZlibHeader(bytes)
        ? zlib.createInflate({ chunkSize: CHUNK_BYTES, finishFlush: Z_SYNC_FLUSH })
        : zlib.createInflateRaw({ chunkSize: CHUNK_BYTES, finishFlush: Z_SYNC_FLUSH });
    case 'br':
      return zlib.createBrotliDecompress({ chunkSize: CHUNK_BYTES, finishFlush: BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return zlib.createZstdDecompress({ chunkSize: CHUNK_BYTES, finishFlush: ZSTD_e_flush });
  }
}

/** RFC 9110 section 8.4.1.2: `deflate` is zlib's format, but some servers send the bare stream. RFC 1950 section 2.2. */
function hasZlibHeader(bytes: Buffer): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}
