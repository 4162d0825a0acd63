import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { startFailure } from './start-failure.ts';

/** PostgreSQL's name for its socket in the folder of its choice. */
export const SOCKET_NAME = '.s.PGSQL.5432';

/** Bytes of a socket's address that a path may fill: `sun_path` less the final zero (unix(7)). */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/** A folder by a path that is short enough to reach a socket in it. */
export interface ShortPath extends Disposable {
  path: string;
}

/**
 * The folder itself, or on Linux an open handle of it as `/proc/self/fd/N` when its path is too long for a socket. The
 * server needs no such thing: it works inside the folder and names the socket relative to it.
 */
export function openShortPath(folder: string): ShortPath {
  if (Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_PATH_BYTES) {
    return { path: folder, [Symbol.dispose]: () => undefined };
  }
  if (process.platform !== 'linux') {
    const longest = MAX_PATH_BYTES - SOCKET_NAME.length - 1;
    throw startFailure(
      `needs a shorter path than ${folder} (${longest} bytes at most): choose another DECANT_DATA_DIR`,
    );
  }
  const handle = openSync(folder, 'r');
  return { path: `/proc/self/fd/${handle}`, [Symbol.dispose]: () => closeSync(handle) };
}
