import { pipeline } from 'node:stream/promises';
import {
  constants,
  createZstdCompress,
  createZstdDecompress,
  zstdCompressSync,
  zstdDecompressSync,
  type ZstdOptions,
} from 'node:zlib';
import { joinBytes } from './join-bytes.ts';

/** Fast: level 1 already takes text to a quarter. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Up to here it is done on the spot: the way to the thread pool and back costs as much again (`npm run bench`). */
const SYNC_BYTES = 256 * 1024;
/** The most bytes that a small input may become when it is decompressed on the spot. */
const SYNC_OUTPUT_BYTES = 1024 * 1024;
/** Bytes that come out of the thread pool at a time. */
const PIECE_BYTES = 256 * 1024;

/** Zstandard, for what is kept in the database. */
export async function compress(bytes: Uint8Array | string): Promise<Buffer> {
  if (bytes.length <= SYNC_BYTES) return compressSync(bytes);
  return compressPieces([typeof bytes === 'string' ? Buffer.from(bytes) : bytes]);
}

/** The same on the spot, whatever the size: for threads. */
export function compressSync(bytes: Uint8Array | string): Buffer {
  const input = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return zstdCompressSync(input, optionsFor(input.length));
}

/** The same of what is in pieces already. */
export async function compressPieces(pieces: readonly Uint8Array[]): Promise<Buffer> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length <= SYNC_BYTES) return compressSync(Buffer.concat(pieces, length));
  const compressed: Buffer[] = [];
  await pipeline(
    pieces,
    createZstdCompress({ ...optionsFor(length), chunkSize: PIECE_BYTES }),
    collect(compressed),
  );
  return joinBytes(compressed);
}

export async function decompressZstd(bytes: Uint8Array): Promise<Buffer> {
  return joinBytes(await decompressPieces(bytes));
}

/** In pieces of some hundred KB, whatever becomes of a little that is compressed. */
export async function decompressPieces(bytes: Uint8Array): Promise<Buffer[]> {
  const small = bytes.length <= SYNC_BYTES ? decompressSmall(bytes) : undefined;
  if (small) return [small];
  const pieces: Buffer[] = [];
  await pipeline([bytes], createZstdDecompress({ chunkSize: PIECE_BYTES }), collect(pieces));
  return pieces;
}

function decompressSmall(bytes: Uint8Array): Buffer | undefined {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: SYNC_OUTPUT_BYTES });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

function collect(pieces: Buffer[]): (source: AsyncIterable<Buffer>) => Promise<void> {
  return async (source) => {
    for await (const piece of source) pieces.push(piece);
  };
}

/** Tables of the size of what comes: without it a page costs twice as much. */
function optionsFor(bytes: number): ZstdOptions & { pledgedSrcSize: number } {
  return { ...OPTIONS, pledgedSrcSize: bytes };
}
