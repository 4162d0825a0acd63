import { createGunzip, gunzipSync } from 'node:zlib';
import { untilAborted } from '../../lib/time/until-aborted.ts';

export interface SitemapFile {
  readonly bytes: Uint8Array;
  /** Bytes are missing: there are more than the limit, or the compressed data breaks off or is damaged. */
  readonly isTruncated: boolean;
}

/** A `.gz` file may be compressed once more on its way. */
const MAX_LAYERS = 2;

/** Up to here a file is decompressed on the spot; the thread pool's way there and back costs more. */
const SYNC_INPUT_BYTES = 64 * 1024;
const SYNC_OUTPUT_BYTES = 1024 * 1024;

/** Where data goes wrong, at most so many bytes of output before that place are lost. */
const CHUNK_BYTES = 16 * 1024;
const SMALL_CHUNK_BYTES = 1024;

/**
 * The file without gzip, which its first bytes tell (RFC 1952 section 2.3.1), not its name or type; at most `maxBytes`
 * of it. The part before the compressed data breaks off or is damaged is kept. Rejects with the signal's reason.
 */
export async function gunzipSitemap(
  file: Uint8Array,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<SitemapFile> {
  let bytes = file;
  let isTruncated = false;
  for (let layer = 0; layer < MAX_LAYERS && isGzip(bytes); layer++) {
    const small = gunzipSmall(bytes, maxBytes);
    const chunkSize = small === 'damaged' ? SMALL_CHUNK_BYTES : CHUNK_BYTES;
    const inner =
      typeof small === 'string' ? await gunzipStreaming(bytes, { maxBytes, chunkSize, signal }) : small;
    bytes = inner.bytes;
    isTruncated ||= inner.isTruncated;
  }
  return { bytes: bytes.subarray(0, maxBytes), isTruncated: isTruncated || bytes.length > maxBytes };
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Why not, when the file is too large for this way or is not intact. */
function gunzipSmall(bytes: Uint8Array, maxBytes: number): SitemapFile | 'large' | 'damaged' {
  if (bytes.length > SYNC_INPUT_BYTES) return 'large';
  try {
    const maxOutputLength = Math.min(SYNC_OUTPUT_BYTES, maxBytes);
    return { bytes: gunzipSync(bytes, { maxOutputLength }), isTruncated: false };
  } catch (error) {
    const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return isLarge ? 'large' : 'damaged';
  }
}

interface StreamingOptions {
  maxBytes: number;
  chunkSize: number;
  signal: AbortSignal | undefined;
}

/** Off the main thread, and no further than to the limit. */
async function gunzipStreaming(
  bytes: Uint8Array,
  { maxBytes, chunkSize, signal }: StreamingOptions,
): Promise<SitemapFile> {
  const { promise, resolve } = Promise.withResolvers<SitemapFile>();
  const gunzip = createGunzip({ chunkSize });
  const chunks: Buffer[] = [];
  let size = 0;

  const finish = (isTruncated: boolean): void => {
    gunzip.destroy();
    resolve({ bytes: Buffer.concat(chunks, Math.min(size, maxBytes)), isTruncated });
  };
  gunzip.on('data', (chunk: Buffer) => {
    if (size > maxBytes) return;
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) finish(true);
  });
  gunzip.once('end', () => finish(false));
  gunzip.on('error', () => finish(true));
  // Ended only now, all that could be decompressed has come before the error of data that breaks off.
  gunzip.write(bytes, () => gunzip.end());
  try {
    return await (signal === undefined ? promise : untilAborted(promise, signal));
  } finally {
    gunzip.destroy();
  }
}
