import { readSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { ORDER_DESCRIPTOR, ORDER_HEAD_BYTES, type HeldOrder } from './held-order.ts';
import { openKernel, type Kernel } from '../kernel/kernel.ts';
import { restrictFiles } from '../kernel/landlock.ts';

/** Entry of a process that waits for its order, gives up what the program may not have, and then becomes the program. */

const PR_SET_PDEATHSIG = 1;
const PR_SET_NO_NEW_PRIVS = 38;
const SIGKILL = 9;
const F_SETFD = 2;

const kernel = await openKernel();
// The program that it becomes would not.
flushCompileCache();
if (kernel === undefined) throw new Error('There is no way here to hold a program');
launch(kernel, JSON.parse(read(read(ORDER_HEAD_BYTES).readUInt32LE()).toString()) as HeldOrder);

/** So many bytes and no more: those that follow are the program's. */
function read(bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  for (let at = 0; at < bytes;) {
    const count = readSync(ORDER_DESCRIPTOR, buffer, at, bytes - at, null);
    // Nobody needs it any more.
    if (count === 0) process.exit(0);
    at += count;
  }
  return buffer;
}

/** All of it in the thread that becomes the program. */
function launch(calls: Kernel, order: HeldOrder): void {
  const { path, args, env, folder, identity, descriptors, landlock, ...rights } = order;
  if (identity) {
    process.setgroups?.([]);
    process.setgid?.(identity.gid);
    process.setuid?.(identity.uid);
  }
  process.chdir(folder);
  // A change of user would undo it.
  calls.call('prctl', PR_SET_PDEATHSIG, SIGKILL);
  calls.call('prctl', PR_SET_NO_NEW_PRIVS, 1);
  restrictFiles(calls, rights, landlock);
  // Node marks those that it was given itself to be closed.
  for (let descriptor = 0; descriptor < descriptors; descriptor++) {
    calls.call('fcntl', descriptor, F_SETFD, 0);
  }
  process.execve!(path, [path, ...args], env);
}
