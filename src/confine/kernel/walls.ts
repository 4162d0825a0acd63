import { execFile } from 'node:child_process';
import { openKernel, type Kernel } from './kernel.ts';

/** The means of this machine to hold a process. */
export interface Walls {
  /** A filter of system calls (seccomp). */
  hasFilter: boolean;
  /** Version of Landlock, which holds a process to folders (from 1 on) and to ports (from 4 on); 0 where there is none. */
  landlock: number;
  /**
   * The words before a command that give it a network of its own, with nothing in it; empty where that is not allowed.
   */
  unshare: readonly string[];
}

const SECCOMP_GET_ACTION_AVAIL = 2;
const SECCOMP_RET_ERRNO = 0x00050000;
const LANDLOCK_CREATE_RULESET_VERSION = 1;
const PROBE_MS = 5_000;

/** Whether a program of others can be kept from network and files. */
export function canHoldPrograms({ hasFilter, landlock }: Walls): boolean {
  return hasFilter && landlock > 0;
}

/** Finds out what this machine allows. Cheap, but starts a process: ask once. */
export async function findWalls(): Promise<Walls> {
  const [walls, unshare] = await Promise.all([findKernelWalls(), findUnshare()]);
  return { ...walls, unshare };
}

/** The walls that the kernel builds around a process that asks for them. */
export async function findKernelWalls(): Promise<Pick<Walls, 'hasFilter' | 'landlock'>> {
  const kernel = await openKernel();
  return { hasFilter: kernel !== undefined && knowsFilters(kernel), landlock: landlockVersion(kernel) };
}

function knowsFilters(kernel: Kernel): boolean {
  const action = Buffer.alloc(4);
  action.writeUInt32LE(SECCOMP_RET_ERRNO);
  return isGranted(() => kernel.call('seccomp', SECCOMP_GET_ACTION_AVAIL, 0, action));
}

function landlockVersion(kernel: Kernel | undefined): number {
  if (kernel === undefined) return 0;
  try {
    return kernel.call('landlock_create_ruleset', null, 0, LANDLOCK_CREATE_RULESET_VERSION);
  } catch {
    return 0;
  }
}

function isGranted(call: () => number): boolean {
  try {
    return call() === 0;
  } catch {
    return false;
  }
}

async function findUnshare(): Promise<readonly string[]> {
  // Without rights of its own, a process gets them in a user namespace, where the kernel allows those.
  const user = process.getuid?.() === 0 ? [] : ['--user'];
  const unshare = ['unshare', ...user, '--net', '--ipc', '--'];
  return (await canRun(unshare)) ? unshare : [];
}

function canRun([command, ...args]: readonly string[]): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(false);
  return new Promise((resolve) => {
    // As it will be used: without our PATH.
    execFile(command!, [...args, 'true'], { timeout: PROBE_MS, env: {} }, (error) => resolve(error === null));
  });
}
