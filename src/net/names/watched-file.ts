import { readFileSync, statSync } from 'node:fs';

/**
 * Gives the parsed content of a small file of the system, and parses again when the file has changed; a file that
 * cannot be read counts as empty. The file is looked at without waiting: that takes microseconds, and threads of Node's
 * pool may all be at work.
 */
export function createWatchedFile<T>(path: string, parse: (text: string) => T): () => T {
  let known: { stamp: string; value: T } | undefined;
  return function readWatchedFile() {
    const stamp = stampOf(path);
    if (known?.stamp !== stamp) known = { stamp, value: parse(stamp === ABSENT ? '' : read(path)) };
    return known.value;
  };
}

const ABSENT = 'absent';

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino].join(' ') : ABSENT;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
