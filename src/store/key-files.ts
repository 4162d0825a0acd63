import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';

export const KEY_NAME_BYTES = 16;
const KEY_BYTES = 32;

/** Keys that can be destroyed: one file each, outside of the database and its write-ahead log. */
export interface KeyFiles {
  /** A new key under a new name, on disk. */
  create(): Promise<{ name: Buffer; key: Buffer }>;
  /** Undefined: it was destroyed. */
  read(name: Buffer): Buffer | undefined;
  /** Overwrites the file and removes it; one that is gone already is no error. */
  destroy(name: Buffer): Promise<void>;
  /** Names of keys that were made before, ms since the epoch by the clock of the file system. */
  madeBefore(time: number): Promise<Buffer[]>;
}

/** Keys in a folder that is made when it is needed, for this user only. */
export function createKeyFiles(folder: string): KeyFiles {
  const fileOf = (name: Buffer): string => path.join(folder, name.toString('hex'));
  return {
    async create() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const [name, key] = [randomBytes(KEY_NAME_BYTES), randomBytes(KEY_BYTES)];
      await writeDurably(fileOf(name), 'wx', key);
      await syncFolder(folder);
      return { name, key };
    },
    read(name) {
      try {
        return readFileSync(fileOf(name));
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async destroy(name) {
      try {
        await writeDurably(fileOf(name), 'r+', randomBytes(KEY_BYTES));
        await unlink(fileOf(name));
        await syncFolder(folder);
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
    },
    async madeBefore(time) {
      const files = await readdir(folder).catch((error: unknown) => {
        if (isAbsent(error)) return [];
        throw error;
      });
      const names = files.filter((file) => /^[0-9a-f]{32}$/.test(file));
      const old: Buffer[] = [];
      for (const file of names) {
        const found = await stat(path.join(folder, file)).catch(() => undefined);
        if (found && found.mtimeMs < time) old.push(Buffer.from(file, 'hex'));
      }
      return old;
    },
  };
}

async function writeDurably(file: string, flags: 'wx' | 'r+', bytes: Buffer): Promise<void> {
  await using handle = await open(file, flags, 0o600);
  await handle.write(bytes, 0, bytes.length, 0);
  await handle.sync();
}

/** A new name is durable once its folder is; Windows neither can nor needs to sync one. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
