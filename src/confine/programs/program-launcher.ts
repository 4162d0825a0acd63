import { flushCompileCache } from 'node:module';
import { openKernel, type Kernel } from '../kernel/kernel.ts';
import { restrictFiles } from '../kernel/landlock.ts';
import { convertingCalls, downloadingCalls } from './program-calls.ts';
import type { LaunchOrder } from './program-order.ts';
import { placesOf } from './program-places.ts';
import { createSeccompFilter } from '../kernel/seccomp-filter.ts';

/** Entry of a process that gives up what the program may not have, and then becomes the program; the argument is its order. */

const PR_SET_PDEATHSIG = 1;
const PR_SET_NO_NEW_PRIVS = 38;
const SIGKILL = 9;
const RLIMIT_FSIZE = 1;
const RLIMIT_DATA = 2;
const RLIMIT_CORE = 4;
/** A file that the program may also write to. */
const SINK = '/dev/null';

const order = JSON.parse(process.argv[2] ?? '') as LaunchOrder;
const kernel = await openKernel();
// The program that it becomes would not.
flushCompileCache();
if (kernel === undefined) throw new Error('There is no way here to confine a program');
launch(kernel, order);

/** All of it in the thread that becomes the program. */
function launch(
  calls: Kernel,
  { path, args, env, folder, programs, port, walls, ...limits }: LaunchOrder,
): void {
  const readable = placesOf([path, ...programs], env['PATH'] ?? '');
  for (const [limit, bytes] of [
    [RLIMIT_CORE, 0],
    [RLIMIT_FSIZE, limits.maxFileBytes],
    [RLIMIT_DATA, limits.maxMemoryBytes],
  ] as const)
    calls.call('prlimit64', 0, limit, limitOf(bytes), null);
  const { identity } = limits;
  if (identity) {
    process.setgroups?.([]);
    process.setgid?.(identity.gid);
    process.setuid?.(identity.uid);
  }
  // A change of user would undo it.
  calls.call('prctl', PR_SET_PDEATHSIG, SIGKILL);
  calls.call('prctl', PR_SET_NO_NEW_PRIVS, 1);
  if (walls.landlock > 0) restrictFiles(calls, { readable, writable: [folder, SINK], port }, walls.landlock);
  if (walls.hasFilter) {
    const rules = port === undefined ? convertingCalls(process.pid) : downloadingCalls();
    calls.installFilter(createSeccompFilter(rules, calls.processor));
  }
  process.execve!(path, [path, ...args], env);
}

function limitOf(bytes: number): Buffer {
  const limit = Buffer.alloc(16);
  limit.writeBigUInt64LE(BigInt(bytes), 0);
  limit.writeBigUInt64LE(BigInt(bytes), 8);
  return limit;
}
