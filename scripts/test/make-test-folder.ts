import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

import { folderPrefix, removeLeftFolders, writeOwner } from './remove-left-folders.ts';

/** For the temporary files of a run of tests: their own, not what other runs on the machine leave. */
export interface TestFolder extends Disposable {
  /** Only we can read what lies in it; others may pass. */
  readonly path: string;
  /** Within it, as open as `/tmp`. */
  readonly temporary: string;
}

const MEMORY = '/dev/shm';
/** Several times what all groups have in it at a time, which is a data folder for each service that runs. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/**
 * Makes the folder, in memory where there is plenty: PostgreSQL waits for the disk at each commit, which takes a fifth of a
 * service's start and shows no test anything. Removed with all that tests have left in it.
 */
export function makeTestFolder(): TestFolder {
  const folder = mkdtempSync(folderPrefix(hasPlentyOfMemory() ? MEMORY : tmpdir()));
  writeOwner(folder);
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  chmodSync(folder, 0o711);
  return {
    path: folder,
    temporary,
    [Symbol.dispose]: () => remove(folder),
  };
}

/** Removes the folders of runs that were killed. */
export function clearTestFolders(): void {
  removeLeftFolders([tmpdir(), MEMORY].filter((place) => existsSync(place)));
}

function remove(folder: string): void {
  try {
    // Children of a killed process may write to it for a moment.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  } catch (error) {
    process.stderr.write(`${folder} stays: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

function hasPlentyOfMemory(): boolean {
  if (process.platform !== 'linux' || freemem() < ENOUGH_BYTES) return false;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES && canRunPrograms(readFileSync('/proc/mounts', 'utf8'));
  } catch {
    return false;
  }
}

/** A line of the list: what is mounted, where, its kind, its options. The last one of a place counts. */
function canRunPrograms(mounts: string): boolean {
  const found = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, place]) => place === MEMORY);
  return found?.[2] === 'tmpfs' && !found[3]?.split(',').includes('noexec');
}
