import { fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
/** Files that are open, by what they were asked for as. */
const opened = new Map<string, { descriptor: number; size: number }>();

/**
 * Opens a file of an installed package (`package/path`) for later: a process that reads documents gives up its right to open
 * files, and to look at them, before it sees the first one. False when it is not there.
 */
export function openPackageFile(specifier: string): boolean {
  if (opened.has(specifier)) return true;
  try {
    const descriptor = openSync(resolve(specifier), 'r');
    opened.set(specifier, { descriptor, size: fstatSync(descriptor).size });
    return true;
  } catch {
    return false;
  }
}

/** The whole file; throws the system's error when it is not there. */
export function readPackageFile(specifier: string): Uint8Array {
  const file = opened.get(specifier);
  if (file === undefined) return readFileSync(resolve(specifier));
  const { descriptor, size } = file;
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    const read = readSync(descriptor, bytes, filled, size - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
