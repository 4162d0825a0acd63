import { once } from 'node:events';
import { lstat, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { HOME_PREFIX, homeParents, LIFE_SIGN } from './browser-home.ts';
import type { BrowserIdentity } from '../browser-identity.ts';

/** How long one that lives may take to answer; one that does not answer at all keeps its folder. */
const ANSWER_TIMEOUT_MS = 1_000;

/**
 * Removes the temporary folders of browsers whose process of Decant was killed, which none of its own can do; returns
 * how many. The folder itself tells whether its process lives, so that homes of other containers that share the folder
 * stay. Never rejects.
 */
export async function removeAbandonedHomes(
  identity: BrowserIdentity | undefined,
  parents: readonly string[] = homeParents(),
): Promise<number> {
  const owner = identity?.uid ?? process.getuid?.();
  let removed = 0;
  for (const parent of parents) {
    const names = await readdir(parent).catch(() => []);
    for (const name of names.filter((each) => each.startsWith(HOME_PREFIX))) {
      const home = join(parent, name);
      if (!(await isFolderOf(home, owner)) || !(await isAbandoned(home))) continue;
      const isGone = await rm(home, { recursive: true, force: true, maxRetries: 5 }).then(
        () => true,
        () => false,
      );
      if (isGone) removed += 1;
    }
  }
  return removed;
}

async function isFolderOf(path: string, owner: number | undefined): Promise<boolean> {
  try {
    const found = await lstat(path);
    return found.isDirectory() && found.uid === owner;
  } catch {
    return false;
  }
}

/** True only when there is a socket and nobody behind it: one that is being made has none yet. */
async function isAbandoned(home: string): Promise<boolean> {
  const socket = connect(join(home, LIFE_SIGN));
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
