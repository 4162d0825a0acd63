import { constants, type Dirent } from 'node:fs';
import {
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { blobContentType, blobDayName, createBlobKey, isBlobKey, type BlobKey } from '../../lib/blob-key.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { BlobStore, StoredBlob } from './blob-store.ts';
import { newBlobBytes } from './new-blob-bytes.ts';

const DRAFT = '.draft';
/** Failures of the folder; any other error of a write comes from the stream that was to be stored. */
const FOLDER_FAILURES: ReadonlySet<string> = new Set(
  'ENOSPC EDQUOT EROFS EACCES EPERM EIO EMFILE ENFILE ENOTDIR EEXIST ELOOP'.split(' '),
);

interface DiskBlobsOptions {
  /** Made when absent, for this user only. One that others use too loses nothing that is not ours. */
  folder: string;
  clock: Clock;
  log: Log;
}

/** Blobs as files of a folder, one folder a day within it. */
export function createDiskBlobs({ folder, clock, log }: DiskBlobsOptions): BlobStore {
  /** Undefined for what is no key, so that none leads out of the folder. */
  const fileOf = (key: BlobKey): string | undefined =>
    isBlobKey(key) ? path.join(folder, ...key.split('/')) : undefined;

  async function find(key: BlobKey): Promise<StoredBlob | undefined> {
    const file = fileOf(key);
    const found = file === undefined ? undefined : await unlessAbsent(lstat(file));
    if (file === undefined || !found?.isFile()) return undefined;
    return {
      contentType: blobContentType(key),
      sizeBytes: found.size,
      async read(range, signal) {
        const handle = await unlessAbsent(open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)));
        if (!handle) throw new ServiceError('NOT_FOUND');
        return handle.createReadStream({ ...range, ...(signal && { signal }) });
      },
    };
  }

  /** Runs what puts a file under a name of its own, and sees to it that the name outlives a crash. */
  async function add(key: BlobKey, write: (file: string) => Promise<void>): Promise<void> {
    const file = path.join(folder, ...key.split('/'));
    const day = path.dirname(file);
    try {
      const made = await mkdir(day, { recursive: true, mode: 0o700 });
      if (made !== undefined) await Promise.all([syncFolder(folder), syncFolder(path.dirname(made))]);
      await write(file);
      await syncFolder(day);
    } catch (cause) {
      if (!FOLDER_FAILURES.has(errorCode(cause))) throw cause;
      log.warn('the folder of stored files cannot be written', { folder, error: cause });
      throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'Files cannot be stored now', cause });
    }
  }

  return {
    async put(blob, signal) {
      const key = createBlobKey(blob.contentType, clock.now());
      const bytes = newBlobBytes(blob, signal);
      try {
        await add(key, (file) => writeWhole(file, bytes));
      } finally {
        if ('stream' in blob) blob.stream.destroy();
      }
      return key;
    },
    open: find,
    has: async (key) => (await find(key)) !== undefined,
    async renew(key) {
      const file = fileOf(key);
      if (file === undefined || (await find(key)) === undefined) return undefined;
      const today = blobDayName(clock.now());
      if (key.startsWith(`${today}/`)) return key;
      const renewed = createBlobKey(blobContentType(key), clock.now());
      return unlessAbsent(add(renewed, (target) => duplicate(file, target)).then(() => renewed));
    },
    sweep: (beforeDay, signal) => sweepDays(folder, blobDayName(beforeDay), signal),
  };
}

/** Removes the days before one, and returns how many files they had. */
async function sweepDays(folder: string, before: string, signal?: AbortSignal): Promise<number> {
  const entries: Dirent[] = (await unlessAbsent(readdir(folder, { withFileTypes: true }))) ?? [];
  let removed = 0;
  for (const entry of entries) {
    if (!entry.isDirectory() || !/^\d{8}$/.test(entry.name) || entry.name >= before) continue;
    removed += await sweepDay(path.join(folder, entry.name), signal);
  }
  return removed;
}

/** Whole or not at all: what a crash leaves has a name of its own. */
async function writeWhole(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${file}${DRAFT}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await writeFile(handle, bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** A second name for the same bytes, or a second file where a file system knows no such names. */
async function duplicate(file: string, target: string): Promise<void> {
  try {
    await link(file, target);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw error;
    const draft = `${target}${DRAFT}`;
    try {
      await copyFile(file, draft, constants.COPYFILE_EXCL);
      await using handle = await open(draft, 'r+');
      await handle.sync();
      await rename(draft, target);
    } catch (failure) {
      await rm(draft, { force: true });
      throw failure;
    }
  }
}

/** Removes our files of a day, drafts that a crash left included, and its folder when nothing else is in it. */
async function sweepDay(folder: string, signal?: AbortSignal): Promise<number> {
  const day = path.basename(folder);
  let removed = 0;
  for await (const { name } of await opendir(folder)) {
    signal?.throwIfAborted();
    const isDraft = name.endsWith(DRAFT);
    if (!isBlobKey(`${day}/${isDraft ? name.slice(0, -DRAFT.length) : name}`)) continue;
    await rm(path.join(folder, name), { force: true });
    if (!isDraft) removed++;
  }
  await rmdir(folder).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error))) throw error;
  });
  return removed;
}

/** A new name is durable once its folder is; Windows neither can nor needs to sync one. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
