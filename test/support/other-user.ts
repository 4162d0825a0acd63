import { fileURLToPath } from 'node:url';
import { isReadable } from '../../src/store/embedded/binaries/file-access.ts';

/** A user without an entry in /etc/passwd, like those that Kubernetes and OpenShift make up. */
const identity = { uid: 61_999, gid: 61_999 };

async function findObstacle(): Promise<string | false> {
  if (process.getuid?.() !== 0) return 'needs root, to become another user';
  const needed = [fileURLToPath(import.meta.url), process.execPath];
  const isSeen = await Promise.all(needed.map((path) => isReadable(path, identity)));
  return isSeen.every(Boolean) ? false : 'the checkout lies where other users cannot read it';
}

/** Somebody else than who runs the tests; `whyNot` says why nobody else can be had here. */
export const otherUser = { identity, whyNot: await findObstacle() };
