import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** So many entries are counted; a folder with more is taken to be too large. */
const MAX_ENTRIES = 50_000;
const BLOCK_BYTES = 512;

/** The bytes that a folder takes on the disk with all below it; Infinity when it has too many entries to count. */
export async function folderSize(folder: string): Promise<number> {
  const folders = [folder];
  let entries = 0;
  let bytes = 0;
  for (const one of folders) {
    const found = await readdir(one, { withFileTypes: true }).catch(() => []);
    entries += found.length;
    if (entries > MAX_ENTRIES) return Infinity;
    for (const entry of found) {
      const path = join(one, entry.name);
      if (entry.isDirectory()) folders.push(path);
      // Files come and go while they are counted.
      else bytes += (await lstat(path).catch(() => undefined))?.blocks ?? 0;
    }
  }
  return bytes * BLOCK_BYTES;
}
