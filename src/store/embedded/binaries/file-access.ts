import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ServerIdentity } from '../server-identity.ts';

const SEARCH = 0o1;
const READ = 0o4;

/** True when the user can get to the folder: every folder above it and itself may be searched. This process's own user can. */
export async function isReachable(folder: string, identity: ServerIdentity | undefined): Promise<boolean> {
  if (identity === undefined) return true;
  for (let path = await realpath(folder); ; path = dirname(path)) {
    if (!(await hasRight(path, identity, SEARCH))) return false;
    if (path === dirname(path)) return true;
  }
}

/** True when the user can read the file by this path. */
export async function isReadable(file: string, identity: ServerIdentity | undefined): Promise<boolean> {
  if (identity === undefined) return true;
  const path = await realpath(file);
  return (await hasRight(path, identity, READ)) && (await isReachable(dirname(path), identity));
}

/**
 * True when it exists and what it holds can be trusted: it is a folder of this process's user (not a link to one) that
 * nobody else may change.
 */
export async function isWritableOnlyByUs(folder: string): Promise<boolean> {
  try {
    const found = await lstat(folder);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** The rule of path_resolution(7): the first of owner, group and others that applies decides alone. */
async function hasRight(path: string, { uid, gid }: ServerIdentity, right: number): Promise<boolean> {
  const found = await stat(path);
  const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
  return ((found.mode >> shift) & right) !== 0;
}
