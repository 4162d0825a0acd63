import { closeSync, createReadStream, fchownSync, fsync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createZstdDecompress, zstdCompressSync } from 'node:zlib';
import type { ServerIdentity } from './server-identity.ts';

/**
 * The head of an archive, as JSON after its length (4 bytes, big-endian); the contents of the files follow in the same
 * order. All of it is one Zstandard frame. Rights and owners are the unpacker's.
 */
interface Header {
  /** Relative paths, parents before children; '' is the folder itself. */
  folders: string[];
  files: Array<[path: string, bytes: number]>;
}

const LENGTH_BYTES = 4;
/** Each part is a turn of a thread: there are some ten megabytes. */
const CHUNK_BYTES = 256 * 1024;
/** Enough to keep the disk busy; more would only queue for the same threads. */
const FILES_AT_ONCE = 8;

/** Packs all folders and plain files below `root`. */
export async function packFolder(root: string): Promise<Buffer> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const pathsOf = (chosen: typeof entries): string[] =>
    chosen.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const folders = ['', ...pathsOf(entries.filter((entry) => entry.isDirectory())).toSorted()];
  const files: Header['files'] = [];
  const contents: Buffer[] = [];
  for (const path of pathsOf(entries.filter((entry) => entry.isFile())).toSorted(byName)) {
    const content = await readFile(join(root, path));
    files.push([path, content.length]);
    contents.push(content);
  }
  const header = Buffer.from(JSON.stringify({ folders, files } satisfies Header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(header.length);
  return zstdCompressSync(Buffer.concat([length, header, ...contents]), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      // The memory that unpacking needs.
      [constants.ZSTD_c_windowLog]: 21,
    },
  });
}

/** Databases are made from one another: files of the same name hold much the same. */
function byName(a: string, b: string): number {
  return basename(a).localeCompare(basename(b), 'en') || a.localeCompare(b, 'en');
}

/** Unpacks into a new folder that only the owner may enter, and returns when all of it has reached the disk. */
export async function unpackFolder(
  archive: URL,
  root: string,
  owner: ServerIdentity | undefined,
): Promise<void> {
  await pipeline(
    createReadStream(archive),
    createZstdDecompress({ chunkSize: CHUNK_BYTES }),
    (source: AsyncIterable<Buffer>) => writeFiles(createTake(source), root, owner),
  );
}

/** Gives the next so many bytes. */
type Take = (bytes: number) => Promise<Buffer>;

function createTake(source: AsyncIterable<Buffer>): Take {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async function take(bytes) {
    const parts = [rest];
    for (let missing = bytes - rest.length; missing > 0;) {
      const { value, done } = await chunks.next();
      if (done === true) throw new Error('The archive ends early');
      parts.push(value);
      missing -= value.length;
    }
    // Most files lie within one chunk.
    const found = parts.length === 1 ? rest : Buffer.concat(parts);
    rest = found.subarray(bytes);
    return found.subarray(0, bytes);
  };
}

async function writeFiles(take: Take, root: string, owner: ServerIdentity | undefined): Promise<void> {
  const headerBytes = (await take(LENGTH_BYTES)).readUInt32BE();
  const { folders, files } = JSON.parse((await take(headerBytes)).toString()) as Header;
  for (const folder of folders) mkdirSync(join(root, folder), { mode: 0o700 });
  const writing = new Set<Promise<void>>();
  try {
    for (const [path, bytes] of files) {
      const written = writeDurably(join(root, path), await take(bytes), owner);
      writing.add(written);
      void written.then(
        () => writing.delete(written),
        () => undefined,
      );
      if (writing.size === FILES_AT_ONCE) await Promise.race(writing);
    }
    await Promise.all(writing);
  } finally {
    // Cleaning up after a failure must not meet files that still appear.
    await Promise.allSettled(writing);
  }
  // Windows cannot open folders, and needs no syncing of them.
  if (process.platform !== 'win32')
    for (const folder of folders) await settle(openSync(join(root, folder), 'r'), owner);
}

/** All but the wait for the disk is done at once: it takes less than its turn in a thread would. */
async function writeDurably(path: string, content: Buffer, owner: ServerIdentity | undefined): Promise<void> {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, content);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  await settle(file, owner);
}

async function settle(file: number, owner: ServerIdentity | undefined): Promise<void> {
  try {
    if (owner) fchownSync(file, owner.uid, owner.gid);
    await synced(file);
  } finally {
    closeSync(file);
  }
}

const synced = promisify(fsync);
