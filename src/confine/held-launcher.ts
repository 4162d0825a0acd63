import type { HeldOrder } from './held-order.ts';
import { openKernel, type Kernel } from './kernel.ts';
import { restrictFiles } from './landlock.ts';

/** Entry of a process that gives up what the program may not have, and then becomes the program; the argument is its order. */

const PR_SET_PDEATHSIG = 1;
const PR_SET_NO_NEW_PRIVS = 38;
const SIGKILL = 9;
const F_SETFD = 2;

const order = JSON.parse(process.argv[2] ?? '') as HeldOrder;
const kernel = await openKernel();
if (kernel === undefined) throw new Error('There is no way here to hold a program');
launch(kernel, order);

/** All of it in the thread that becomes the program. */
function launch(calls: Kernel, { path, args, env, identity, descriptors, landlock, ...rights }: HeldOrder) {
  if (identity) {
    process.setgroups?.([]);
    process.setgid?.(identity.gid);
    process.setuid?.(identity.uid);
  }
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
