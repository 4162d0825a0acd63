import { once } from 'node:events';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReachable } from '../../store/embedded/binaries/file-access.ts';
import type { BrowserIdentity } from '../browser-identity.ts';
import { browserFailure } from '../browser-failure.ts';

/** The only place that a browser writes to; closed to all others, gone after it. */
export interface BrowserHome {
  path: string;
  /** Its profile: cookies, caches, storage. */
  profile: string;
  /** For TMPDIR. */
  temporary: string;
  /** Removes all of it, also when children of a killed browser still write for a moment. */
  remove(): Promise<void>;
}

/** The names of homes begin so, before six random characters. */
export const HOME_PREFIX = 'decant-browser-';

/** A socket in a home that answers as long as the process that made the home lives. */
export const LIFE_SIGN = 'alive';

/** Bytes of a socket's path (unix(7), less the final zero); macOS takes 103. */
const MAX_SOCKET_PATH_BYTES = 103;

/** Children of a killed browser take some milliseconds to die, and fill folders that are being emptied. */
const REMOVAL = { recursive: true, force: true, maxRetries: 20, retryDelay: 20 } as const;

/** The folders that homes may be in, best first. */
export function homeParents(): string[] {
  return [...new Set([tmpdir(), '/tmp', '/var/tmp'])];
}

/** A home that its user owns, in the first folder that this user can reach. */
export async function makeBrowserHome(
  identity: BrowserIdentity | undefined,
  parents: readonly string[] = homeParents(),
): Promise<BrowserHome> {
  const path = await mkdtemp(join(await chooseParent(identity, parents), HOME_PREFIX));
  const lifeSign = createServer((socket) => socket.destroy()).unref();
  const home = {
    path,
    profile: join(path, 'profile'),
    temporary: join(path, 'tmp'),
    remove: async () => {
      lifeSign.close();
      await rm(path, REMOVAL);
    },
  };
  try {
    await showLife(lifeSign, join(path, LIFE_SIGN));
    for (const folder of [home.profile, home.temporary]) await mkdir(folder, { mode: 0o700 });
    if (identity) {
      for (const folder of [home.profile, home.temporary, path]) {
        await chown(folder, identity.uid, identity.gid);
      }
    }
    return home;
  } catch (error) {
    await home.remove();
    throw error;
  }
}

/** A home too deep for a socket does without; it is not taken for an abandoned one then. */
async function showLife(server: Server, path: string): Promise<void> {
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) return;
  await once(server.listen(path), 'listening');
  // Later failures reach those who ask.
  server.on('error', () => undefined);
}

async function chooseParent(
  identity: BrowserIdentity | undefined,
  parents: readonly string[],
): Promise<string> {
  for (const parent of parents) {
    if (await isReachable(parent, identity).catch(() => false)) return parent;
  }
  throw browserFailure(`has no temporary folder that its user can reach (tried ${parents.join(', ')})`);
}
