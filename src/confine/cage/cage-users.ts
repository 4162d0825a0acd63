import { once } from 'node:events';
import { createServer } from 'node:net';
import type { CageIdentity } from './cage-rights.ts';

/** Users of caged programs: without entries in /etc/passwd, and nobody else's. */
const FIRST_USER = 61_900;
const USER_COUNT = 1_000;

/** A user of one program as long as it lives. */
export interface CageUser extends AsyncDisposable {
  identity: CageIdentity;
}

/**
 * Takes a user that no other living program of this machine is. The name of a socket holds it: the kernel gives it to one
 * process only, and takes it back when that process ends.
 */
export async function takeCageUser(): Promise<CageUser> {
  const start = Math.floor(Math.random() * USER_COUNT);
  for (let count = 0; count < USER_COUNT; count++) {
    const id = FIRST_USER + ((start + count) % USER_COUNT);
    const user = await holdUser(id);
    if (user !== undefined) return user;
  }
  throw new Error('All users for programs of callers are taken');
}

async function holdUser(id: number): Promise<CageUser | undefined> {
  const holder = createServer((socket) => socket.destroy());
  holder.listen(`\0decant-caged-${id}`);
  try {
    await once(holder, 'listening');
  } catch {
    return undefined;
  }
  holder.unref();
  return {
    identity: { uid: id, gid: id },
    async [Symbol.asyncDispose]() {
      const closed = once(holder, 'close');
      holder.close();
      await closed;
    },
  };
}
