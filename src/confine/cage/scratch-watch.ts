import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The limits of a program in the bare tier, where the kernel does not count. */
export interface WatchedLimits {
  folder: string;
  scratchBytes: number;
  fileBytes: number;
}

const LOOK_MS = 100;
const MAX_ENTRIES = 1_000;
const MAX_THREADS = 128;
const BLOCK_BYTES = 512;
const DELETED = ' (deleted)\n';

/**
 * Looks at what a process has in its scratch folder and how many threads, ten times a second while it computes. The listener
 * hears once that it has too much, as a sentence. The answer ends the watch.
 */
export function watchScratch(
  pid: number,
  limits: WatchedLimits,
  onExcess: (reason: string) => void,
): () => void {
  let lastTicks: string | undefined;
  let isOver = false;

  async function look(): Promise<void> {
    const { ticks, threads } = await computingOf(pid);
    if (ticks === lastTicks) return;
    lastTicks = ticks;
    const reason = threads > MAX_THREADS ? `more than ${MAX_THREADS} threads` : await excessOf(pid, limits);
    if (reason !== undefined && !isOver) {
      isOver = true;
      onExcess(`The program had ${reason}`);
    }
  }

  function schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      void look()
        // It has ended.
        .catch(() => undefined)
        .then(() => {
          if (!isOver) timer = schedule();
        });
    }, LOOK_MS).unref();
  }

  let timer = schedule();
  return function endWatch() {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Reads from `/proc/<pid>/stat`: the time that it has computed, and its threads. */
async function computingOf(pid: number): Promise<{ ticks: string; threads: number }> {
  const line = await readFile(`/proc/${pid}/stat`, 'latin1');
  // Its name may hold anything.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { ticks: `${fields[11]} ${fields[12]}`, threads: Number(fields[17]) };
}

async function excessOf(pid: number, limits: WatchedLimits): Promise<string | undefined> {
  const named = await bytesInFolder(limits.folder);
  if (named === undefined) return `more than ${MAX_ENTRIES} files`;
  const hidden = await Promise.all([bytesWithoutName(pid), bytesMapped(pid, limits.fileBytes)]);
  const bytes = hidden.reduce((sum, each) => sum + each, named);
  return bytes > limits.scratchBytes ? `more than ${limits.scratchBytes} bytes of files` : undefined;
}

/** Undefined when there are too many to look at. */
async function bytesInFolder(folder: string): Promise<number | undefined> {
  const names = await readdir(folder);
  if (names.length > MAX_ENTRIES) return undefined;
  const sizes = await Promise.all(
    names.map(async (name) => {
      const found = await lstat(path.join(folder, name)).catch(() => undefined);
      return (found?.blocks ?? 0) * BLOCK_BYTES;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Files that were removed and are still open. */
async function bytesWithoutName(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (descriptor) => {
      const found = await stat(path.join(folder, descriptor)).catch(() => undefined);
      return found?.isFile() === true && found.nlink === 0 ? found.blocks * BLOCK_BYTES : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Files that were removed and are still mapped, which may each be as large as a file may. */
async function bytesMapped(pid: number, fileBytes: number): Promise<number> {
  const maps = await readFile(`/proc/${pid}/maps`, 'latin1');
  if (!maps.includes(DELETED)) return 0;
  const lines = maps.split('\n').filter((line) => `${line}\n`.endsWith(DELETED));
  const files = new Set(lines.map((line) => line.split(/\s+/, 5).slice(3).join(' ')));
  return files.size * fileBytes;
}
