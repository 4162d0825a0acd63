import { fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
/** Files that are open, by what they were asked for as. */
const opened = new Map<string, number>();

/**
 * Opens a file of an installed package (`package/path`) for later: a process that reads documents gives up its right to open
 * files before it sees the first one. False when it is not there.
 */
export function openPackageFile(specifier: string): boolean {
  if (opened.has(specifier)) return true;
  try {
    opened.set(specifier, openSync(resolve(specifier), 'r'));
    return true;
  } catch {
    return false;
  }
}

/** The whole file; throws the system's error when it is not there. */
export function readPackageFile(specifier: string): Uint8Array {
  const descriptor = opened.get(specifier);
  if (descriptor === undefined) return readFileSync(resolve(specifier));
  const { size } = fstatSync(descriptor);
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    const read = readSync(descriptor, bytes, filled, size - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
