import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isReachable, isWritableOnlyByUs } from './file-access.ts';
import { linkLibraries } from './link-libraries.ts';
import type { ServerIdentity } from '../server-identity.ts';
import { startFailureWithWayOut } from '../start-failure.ts';

export interface StageOptions {
  /** The package's folder with `bin/`, `lib/` and `share/`. */
  native: string;
  version: string;
  /** The user that must be able to run the copy; this process's own when absent. */
  identity: ServerIdentity | undefined;
  /** Where copies may go, best first. */
  parents: readonly string[];
}

/** Only of use to those who compile against PostgreSQL. */
const UNUSED = /\.a$|^pkgconfig$/;

/**
 * A copy of the binaries (54 MB) that the user can run and that only this process's user can change; made once a
 * version and kept.
 */
export async function stageBinaries({ native, version, identity, parents }: StageOptions): Promise<string> {
  const failures: unknown[] = [];
  for (const parent of parents) {
    try {
      await mkdir(parent, { recursive: true, mode: 0o755 });
      if (identity && !(await isSafeFor(identity, parent))) continue;
      const folder = join(parent, `postgres-${version}`);
      if (!(await isWritableOnlyByUs(folder))) await makeCopy(native, folder, identity);
      return folder;
    } catch (error) {
      failures.push(error);
    }
  }
  throw startFailureWithWayOut(
    `has no folder from which an unprivileged user could run it (tried ${parents.join(', ')})`,
    new AggregateError(failures),
  );
}

/** Whether a folder is safe: programs that root lets another user run must not be in the hands of a third. */
async function isSafeFor(identity: ServerIdentity, parent: string): Promise<boolean> {
  return (await isWritableOnlyByUs(parent)) && (await isReachable(parent, identity));
}

/** Appears at its place whole or not at all, also when two processes make it at once. */
async function makeCopy(native: string, folder: string, identity: ServerIdentity | undefined): Promise<void> {
  const draft = await mkdtemp(`${folder}.`);
  try {
    await copyTree(native, join(draft, 'native'));
    await linkLibraries(join(draft, 'native'));
    await chmod(draft, 0o755);
    // A disk may be mounted so that nothing on it can be executed.
    await promisify(execFile)(join(draft, 'native', 'bin', 'postgres'), ['--version'], {
      ...identity,
      env: {},
    });
    await rename(join(draft, 'native'), folder).catch(async (error: unknown) => {
      if (!(await isWritableOnlyByUs(folder))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Rights are set outright, whatever the umask and the original say. Links are left out: `linkLibraries` makes them. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (UNUSED.test(entry.name)) continue;
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    if (!entry.isFile()) continue;
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await chmod(target, 0o755);
  }
}
