import { KernelError, type Kernel } from '../kernel/kernel.ts';

/** A user and group that nobody else is. */
export interface CageIdentity {
  uid: number;
  gid: number;
}

/** Numbers of linux/prctl.h, linux/capability.h and linux/securebits.h. */
const PR_SET_PDEATHSIG = 1;
const PR_CAPBSET_READ = 23;
const PR_CAPBSET_DROP = 24;
const PR_SET_SECUREBITS = 28;
const PR_CAP_AMBIENT = 47;
const PR_CAP_AMBIENT_CLEAR_ALL = 4;
const CAPABILITY_VERSION = 0x20080522;
/** User 0 is a user like others, and stays that. */
const NO_ROOT_LOCKED = 0x2f;
const SIGKILL = 9;
const EPERM = 1;
const EINVAL = 22;

/**
 * Gives up all capabilities, for good, and becomes the user, in this thread and the program that it becomes. Throws when
 * capabilities are left. The process ends with its parent from then on.
 */
export function giveUpRights(kernel: Kernel, identity: CageIdentity | undefined): void {
  emptyBoundingSet(kernel);
  whereAllowed(() => kernel.call('prctl', PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL));
  whereAllowed(() => kernel.call('prctl', PR_SET_SECUREBITS, NO_ROOT_LOCKED));
  // A user namespace of an ordinary user does not let it.
  whereAllowed(() => kernel.call('setgroups', 0, null));
  if (identity) {
    const { uid, gid } = identity;
    kernel.call('setresgid', gid, gid, gid);
    kernel.call('setresuid', uid, uid, uid);
  }
  kernel.call('capset', capabilityHeader(), Buffer.alloc(CAPABILITY_BYTES));
  const left = Buffer.alloc(CAPABILITY_BYTES);
  kernel.call('capget', capabilityHeader(), left);
  if (left.some((byte) => byte !== 0)) throw new Error('Capabilities cannot be given up');
  // A change of user would undo it.
  kernel.call('prctl', PR_SET_PDEATHSIG, SIGKILL);
}

const CAPABILITY_BYTES = 24;

function capabilityHeader(): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(CAPABILITY_VERSION);
  return header;
}

function emptyBoundingSet(kernel: Kernel): void {
  for (let capability = 0; isKnown(kernel, capability); capability++)
    whereAllowed(() => kernel.call('prctl', PR_CAPBSET_DROP, capability));
}

function isKnown(kernel: Kernel, capability: number): boolean {
  try {
    return kernel.call('prctl', PR_CAPBSET_READ, capability) >= 0;
  } catch (error) {
    if (error instanceof KernelError && error.errno === EINVAL) return false;
    throw error;
  }
}

/** A process without the right to change it has no rights that the change would take. */
function whereAllowed(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof KernelError) || error.errno !== EPERM) throw error;
  }
}
