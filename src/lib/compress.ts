import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';

const compressInPool = promisify(zstdCompress);
const decompressInPool = promisify(zstdDecompress);
/** Fast: level 1 already takes text to a quarter. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Up to here it is done on the spot: the way to the thread pool and back costs as much again (`npm run bench`). */
const SYNC_BYTES = 256 * 1024;

/** Zstandard, for what is kept in the database. */
export async function compress(bytes: Uint8Array | string): Promise<Buffer> {
  return bytes.length <= SYNC_BYTES ? zstdCompressSync(bytes, OPTIONS) : compressInPool(bytes, OPTIONS);
}

export async function decompressZstd(bytes: Uint8Array): Promise<Buffer> {
  return bytes.length <= SYNC_BYTES ? zstdDecompressSync(bytes) : decompressInPool(bytes);
}
