import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { CageIdentity } from './cage-rights.ts';
import type { Kernel } from '../kernel/kernel.ts';

/** The tree of files that a program gets for its own. */
export interface CageRoot {
  /** Files and folders of the machine that are in it, to read and run. */
  runtime: readonly string[];
  /** The owner of the scratch folder; whoever makes it when absent. */
  identity: CageIdentity | undefined;
  scratchBytes: number;
}

/** The scratch folder's name within. */
export const SCRATCH = '/tmp';

/** Numbers of linux/mount.h and linux/fcntl.h. */
const MS_NOSUID = 2;
const MS_NODEV = 4;
const MS_NOEXEC = 8;
const MS_REC = 0x4000;
const MS_PRIVATE = 0x40000;
const MNT_DETACH = 2;
const OPEN_TREE_CLONE = 1;
const OPEN_TREE_CLOEXEC = 0o2000000;
const MOVE_MOUNT_F_EMPTY_PATH = 4;
const MOUNT_ATTR_RDONLY = 1n;
const MOUNT_ATTR_NOSUID = 2n;
const MOUNT_ATTR_NODEV = 4n;
const AT_FDCWD = -100;
const AT_EMPTY_PATH = 0x1000;
const AT_RECURSIVE = 0x8000;

/** A folder that is on every machine: the new tree is made on top of it. */
const PLACE = '/proc';
const DEVICES = ['/dev/null', '/dev/urandom'];
const MAX_SCRATCH_FILES = 4_096;
const HOST_NAME = 'cage';

/** A copy of a place of the machine, by its descriptor, and where it goes. */
interface Copy {
  descriptor: number;
  isFolder: boolean;
  targets: string[];
}

/** Makes the tree, goes into it and leaves all others. The process must be alone in its mount namespace. */
export function enterOwnRoot(kernel: Kernel, { runtime, identity, scratchBytes }: CageRoot): void {
  kernel.call('mount', null, text('/'), null, MS_REC | MS_PRIVATE, null);
  // Copies first: the new tree may lie on top of what is copied.
  const copies = [
    ...coveringPlaces(runtime).map((place) =>
      copyOf(kernel, place, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV),
    ),
    ...DEVICES.map((device) => copyOf(kernel, [device, [device]], MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID)),
  ];
  mountMemory(kernel, PLACE, { flags: MS_NOSUID | MS_NODEV, options: 'size=1m,nr_inodes=4096,mode=0755' });
  copyLinks();
  const scratch = path.join(PLACE, SCRATCH);
  mkdirSync(scratch);
  const owner = identity === undefined ? '' : `,uid=${identity.uid},gid=${identity.gid}`;
  mountMemory(kernel, scratch, {
    flags: MS_NOSUID | MS_NODEV | MS_NOEXEC,
    options: `size=${scratchBytes},nr_inodes=${MAX_SCRATCH_FILES},mode=0700${owner}`,
  });
  for (const copy of copies) put(kernel, copy);
  process.chdir(PLACE);
  kernel.call('pivot_root', text('.'), text('.'));
  kernel.call('umount2', text('.'), MNT_DETACH);
  process.chdir('/');
  setAttributes(kernel, { descriptor: AT_FDCWD, path: '/', flags: 0, attributes: MOUNT_ATTR_RDONLY });
  kernel.call('sethostname', text(HOST_NAME), HOST_NAME.length);
}

/** Links beside the root's folders: `/lib` is `usr/lib` on many machines. */
function copyLinks(): void {
  for (const entry of readdirSync('/', { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    // An absolute link would lead out while the tree is made.
    const target = path.join('/', readlinkSync(`/${entry.name}`)).slice(1);
    mkdirSync(path.join(PLACE, target), { recursive: true });
    symlinkSync(target, path.join(PLACE, entry.name));
  }
}

/**
 * The real places that hold all of these, with the names that each is asked for by. A link is followed here: where it leads
 * may be outside of the tree.
 */
function coveringPlaces(runtime: readonly string[]): Array<[place: string, targets: string[]]> {
  const names = new Map<string, string[]>();
  for (const name of runtime.filter((each) => existsSync(each))) {
    const place = realpathSync(name);
    names.set(place, [...(names.get(place) ?? [place]), ...(name === place ? [] : [name])]);
  }
  const covering: Array<[string, string[]]> = [];
  for (const [place, targets] of [...names].toSorted(([a], [b]) => a.length - b.length)) {
    const isCovered = (target: string): boolean =>
      covering.some(([outer]) => target === outer || target.startsWith(`${outer}/`));
    const open = targets.filter((target) => !isCovered(target));
    if (open.length > 0) covering.push([place, open]);
  }
  return covering;
}

function copyOf(kernel: Kernel, [place, targets]: [string, string[]], attributes: bigint): Copy {
  const flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE;
  const descriptor = kernel.call('open_tree', AT_FDCWD, text(place), flags);
  setAttributes(kernel, { descriptor, path: '', flags: AT_EMPTY_PATH | AT_RECURSIVE, attributes });
  return { descriptor, isFolder: statSync(place).isDirectory(), targets };
}

function put(kernel: Kernel, { descriptor, isFolder, targets }: Copy): void {
  const [first = '', ...aliases] = targets.map((target) => path.join(PLACE, target));
  makePlace(first, isFolder);
  kernel.call('move_mount', descriptor, text(''), AT_FDCWD, text(first), MOVE_MOUNT_F_EMPTY_PATH);
  closeSync(descriptor);
  for (const alias of aliases) {
    const flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE;
    const again = kernel.call('open_tree', AT_FDCWD, text(first), flags);
    makePlace(alias, isFolder);
    kernel.call('move_mount', again, text(''), AT_FDCWD, text(alias), MOVE_MOUNT_F_EMPTY_PATH);
    closeSync(again);
  }
}

function makePlace(place: string, isFolder: boolean): void {
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(isFolder ? place : path.dirname(place), { recursive: true });
  if (!isFolder) writeFileSync(place, '');
}

function mountMemory(
  kernel: Kernel,
  place: string,
  { flags, options }: { flags: number; options: string },
): void {
  kernel.call('mount', text('tmpfs'), text(place), text('tmpfs'), flags, text(options));
}

function setAttributes(
  kernel: Kernel,
  {
    descriptor,
    path: place,
    flags,
    attributes,
  }: { descriptor: number; path: string; flags: number; attributes: bigint },
): void {
  const change = Buffer.alloc(32);
  change.writeBigUInt64LE(attributes);
  kernel.call('mount_setattr', descriptor, text(place), flags, change, change.length);
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}
