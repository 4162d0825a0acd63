import { execFile } from 'node:child_process';
import type { Cage, CageOrder, CageTier, FindCage, TryCage } from './cage.ts';
import type { CageWalls } from './cage-launch.ts';
import { hasCapability } from './capabilities.ts';
import { createDeathWatch, type DeathWatch } from '../death-watch.ts';
import { findNodeRuntime } from './runtime-files.ts';
import { removeLeftScratchFolders } from './scratch-folder.ts';
import { createCage, type CageParts } from './start-caged.ts';
import { findKernelWalls } from '../kernel/walls.ts';

/** The walls that the operator wants to stand before strangers' code runs; `off` runs none. */
export type CageDemand = CageTier | 'off';

const VARIABLE = 'DECANT_SESSION_SANDBOX';
const NAMESPACES = ['--mount', '--net', '--pid', '--ipc', '--uts', '--cgroup', '--fork', '--kill-child'];
/** `unshare` itself then ends with the service, whoever else is killed; not every system has it. */
const WITH_PARENT = ['--pdeathsig', 'KILL', '--'];
const CAP_SETGID = 6;
const CAP_SETUID = 7;
const CAP_SYS_ADMIN = 21;
const PROBE_BYTES = 4_000_000_000;
/** A start may fail for once: the launcher has little memory to work with. */
const TRIES = 2;
const PROBLEM_KEPT_MS = 30_000;

/**
 * Looks for the best cage of this machine at the first call, which takes two starts of a program; when there was none, again
 * after half a minute: a machine that was out of memory has some then.
 */
export function createFindCage({
  demand,
  onFailure,
}: {
  demand: CageDemand;
  /** Hears why programs would outlive a service that is killed. */
  onFailure: (error: Error) => void;
}): FindCage {
  let found: ReturnType<FindCage> | undefined;
  let deathWatch: DeathWatch | undefined;
  return function findCage(firstStart) {
    if (found === undefined) {
      const looking = find(demand, (deathWatch ??= createDeathWatch(onFailure)), firstStart);
      found = looking;
      const forget = (): void => {
        if (found === looking) found = undefined;
      };
      void looking.then((end) => {
        if ('problem' in end) setTimeout(forget, PROBLEM_KEPT_MS).unref();
      }, forget);
    }
    return found;
  };
}

async function find(
  demand: CageDemand,
  deathWatch: DeathWatch,
  firstStart: TryCage | undefined,
): Promise<Cage | { problem: string }> {
  if (demand === 'off') return { problem: `Code of callers is not run here (${VARIABLE}=off)` };
  const { hasFilter, landlock } = await findKernelWalls();
  const missing = missingWalls(hasFilter, landlock);
  if (missing !== undefined) return { problem: `Code of callers cannot be held here: ${missing}` };
  const walls: CageWalls = { namespaces: await findNamespaces(), landlock, isFiltered: true };
  const hasOwnUsers = (await hasCapability(CAP_SETUID)) && (await hasCapability(CAP_SETGID));
  // Users of a namespace are those of its map: the one who made it.
  const isMapped = walls.namespaces.includes('--user');
  const full = await tryCage({ walls, hasOwnUsers: hasOwnUsers && !isMapped, deathWatch }, firstStart);
  if (!('problem' in full)) return full;
  if (demand === 'full') return { problem: whyNotFull(full.problem) };
  await removeLeftScratchFolders();
  const bare = await tryCage({ walls: { ...walls, namespaces: [] }, hasOwnUsers, deathWatch });
  return 'problem' in bare ? { problem: `Code of callers cannot be held here: ${bare.problem}` } : bare;
}

function missingWalls(hasFilter: boolean, landlock: number): string | undefined {
  if (process.platform !== 'linux') return 'that needs Linux';
  if (!hasFilter)
    return 'that needs the npm package koffi, x64 or arm64, and a kernel (or container) that allows filters of system calls';
  return landlock > 0
    ? undefined
    : 'that needs Landlock: Linux 5.13 or newer with "landlock" among its security modules (lsm=), and a container that lets its calls pass';
}

function whyNotFull(why: string): string {
  return `Code of callers needs namespaces, which are not to be had here (${why}): allow them (user namespaces for this user, or CAP_SYS_ADMIN in a container), or set ${VARIABLE}=bare, which does without them`;
}

/**
 * A real start of a program tells more than any list of needs. The first start that is wanted anyway serves as well; where
 * it fails, the fault may be its own.
 */
async function tryCage(
  parts: CageParts,
  firstStart: TryCage = startProbe,
): Promise<Cage | { problem: string }> {
  const cage = createCage(parts);
  for (let tries = 1; ; tries++) {
    const problem = await (tries === 1 ? firstStart : startProbe)(cage).then(() => undefined, firstLine);
    if (problem === undefined) return cage;
    if (tries === TRIES) return { problem };
  }
}

async function startProbe(cage: Cage): Promise<void> {
  const { exited, stdout, stderr } = await cage.start(await probeOrder());
  stdout.resume();
  stderr.resume();
  const { code, signal } = await exited;
  if (code !== 0) throw new Error(`a program in it ended with ${signal ?? code}`);
}

async function probeOrder(): Promise<CageOrder> {
  return {
    path: process.execPath,
    args: ['--version'],
    env: {},
    runtime: await findNodeRuntime(),
    limits: {
      addressSpaceBytes: PROBE_BYTES,
      dataBytes: PROBE_BYTES,
      fileBytes: 0,
      openFiles: 64,
      scratchBytes: 1_000_000,
    },
  };
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]!;
}

/** The words that give a command namespaces, which a user without rights gets in a user namespace. */
export async function findNamespaces(): Promise<readonly string[]> {
  const user = (await hasCapability(CAP_SYS_ADMIN)) ? [] : ['--user', '--map-root-user'];
  const unshare = ['unshare', ...user, ...NAMESPACES, '--'];
  return (await canRun('setpriv', [...WITH_PARENT, 'true']))
    ? ['setpriv', ...WITH_PARENT, ...unshare]
    : unshare;
}

/** As it will be used: without our PATH. */
function canRun(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, args, { env: {} }, (error) => resolve(error === null));
  });
}
