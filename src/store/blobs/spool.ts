import { createHash, randomUUID } from 'node:crypto';
import { open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

const PIECE_BYTES = 64 * 1024;

/** Bytes on their way to a store that wants to know their length and digest first. */
export interface Spool extends AsyncDisposable {
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** From the beginning, as often as needed. */
  read(): Readable;
}

/** Writes to a temporary file without a name, of which a crash leaves nothing. Throws what the source does. */
export async function openSpool(source: AsyncIterable<Uint8Array>): Promise<Spool> {
  const file = path.join(tmpdir(), `decant-${randomUUID()}`);
  const handle = await open(file, 'wx+', 0o600);
  try {
    await rm(file);
    const hash = createHash('sha256');
    let bytes = 0;
    await writeFile(
      handle,
      (async function* () {
        for await (const chunk of source) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      })(),
    );
    return {
      bytes,
      sha256: hash.digest('hex'),
      read: () => Readable.from(piecesOf(handle), { objectMode: false }),
      [Symbol.asyncDispose]: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A stream of the handle itself would close it. */
async function* piecesOf(handle: FileHandle): AsyncGenerator<Buffer, void> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await handle.read(
      Buffer.allocUnsafe(PIECE_BYTES),
      0,
      PIECE_BYTES,
      position,
    );
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
