import { accessSync, constants } from 'node:fs';
import { flushCompileCache } from 'node:module';
import os from 'node:os';
import { cageCalls } from './cage-calls.ts';
import { LINK_DESCRIPTOR, STANDING, type CageLaunch } from './cage-launch.ts';
import { giveUpRights } from './cage-rights.ts';
import { enterOwnRoot } from './cage-root.ts';
import { openKernel, type Kernel } from '../kernel/kernel.ts';
import { restrictFiles } from '../kernel/landlock.ts';
import { createSeccompFilter } from '../kernel/seccomp-filter.ts';

/** Entry of a process that builds the cage around itself, and then becomes the program; the argument is its order. */

const PR_SET_NO_NEW_PRIVS = 38;
const CLOSE_RANGE_CLOEXEC = 4;
const LAST_DESCRIPTOR = 0xffffffff;
const F_SETFD = 2;
const RLIMIT_FSIZE = 1;
const RLIMIT_DATA = 2;
const RLIMIT_CORE = 4;
const RLIMIT_NPROC = 6;
const RLIMIT_NOFILE = 7;
const RLIMIT_MEMLOCK = 8;
const RLIMIT_AS = 9;
const RLIMIT_MSGQUEUE = 12;
/** No file is as small, and the kernel takes it to mean that no program is told of the memory either. */
const NO_CORE = 1;
const MAX_LOCKED_BYTES = 65_536;
const MAX_THREADS = 128;
/** After the service's own work. */
const NICE = 10;
const TRUNCATE_SINCE = 3;
/** Devices that it may open beside its runtime. */
const SINK = '/dev/null';
const RANDOM = '/dev/urandom';

const order = JSON.parse(process.argv[2] ?? '') as CageLaunch;
const kernel = await openKernel();
// The program that it becomes would not.
flushCompileCache();
if (kernel === undefined) throw new Error('There is no way here to confine a program');
launch(kernel, order);

/** All of it in the thread that becomes the program. */
function launch(calls: Kernel, { path, args, env, scratch, ...rest }: CageLaunch): void {
  const { runtime, walls, limits, identity } = rest;
  os.setPriority(NICE);
  if (rest.hasOwnRoot) enterOwnRoot(calls, { runtime, identity, scratchBytes: limits.scratchBytes });
  process.chdir(scratch);
  calls.call('prctl', PR_SET_NO_NEW_PRIVS, 1);
  if (walls.landlock > 0) {
    const places = rest.hasOwnRoot ? { writable: [SINK, scratch] } : { writable: [SINK], flat: [scratch] };
    restrictFiles(calls, { readable: [...runtime, RANDOM], ...places, port: undefined }, walls.landlock);
  }
  runAll(limitCalls(calls, ownLimits(rest)));
  keepDescriptors(calls);
  giveUpRights(calls, identity);
  accessSync(path, constants.X_OK);
  const canTruncate = rest.hasOwnRoot || walls.landlock >= TRUNCATE_SINCE;
  const rules = cageCalls({ ownId: process.pid, canTruncate });
  const own = { OPENSSL_CONF: '/dev/null', ...env, HOME: scratch, TMPDIR: scratch };
  const variables = Object.entries(own).map(([name, value]) => `${name}=${value}`);
  const installFilter = calls.prepareFilter(createSeccompFilter(rules, calls.processor));
  // With these limits this process has used up the memory that the program may have: all is made ready, and ran before.
  runAll([
    ...limitCalls(calls, [
      [RLIMIT_DATA, limits.dataBytes],
      [RLIMIT_AS, limits.addressSpaceBytes],
    ]),
    ...(walls.isFiltered ? [installFilter] : []),
    calls.prepare('write', LINK_DESCRIPTOR, Buffer.from(STANDING), STANDING.length),
    calls.prepare('execve', Buffer.from(`${path}\0`), [path, ...args], variables),
  ]);
}

function runAll(calls: ReadonlyArray<() => number>): void {
  for (const call of calls) call();
}

type Limit = readonly [resource: number, most: number];

function ownLimits({ limits, isCounted }: Pick<CageLaunch, 'limits' | 'isCounted'>): Limit[] {
  return [
    [RLIMIT_CORE, NO_CORE],
    [RLIMIT_FSIZE, limits.fileBytes],
    [RLIMIT_NOFILE, limits.openFiles],
    [RLIMIT_MSGQUEUE, 0],
    [RLIMIT_MEMLOCK, MAX_LOCKED_BYTES],
    ...(isCounted ? [[RLIMIT_NPROC, MAX_THREADS] as const] : []),
  ];
}

function limitCalls(calls: Kernel, limits: readonly Limit[]): Array<() => number> {
  return limits.map(([resource, most]) => {
    const limit = Buffer.alloc(16);
    limit.writeBigUInt64LE(BigInt(most), 0);
    limit.writeBigUInt64LE(BigInt(most), 8);
    return calls.prepare('prlimit64', 0, resource, limit, null);
  });
}

/** The program has 0 to 3 and no others: Node marks those that it was given itself to be closed. */
function keepDescriptors(calls: Kernel): void {
  calls.call('close_range', LINK_DESCRIPTOR + 1, LAST_DESCRIPTOR, CLOSE_RANGE_CLOEXEC);
  for (let descriptor = 0; descriptor <= LINK_DESCRIPTOR; descriptor++)
    calls.call('fcntl', descriptor, F_SETFD, 0);
}
