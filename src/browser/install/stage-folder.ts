import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isReachable, isWritableOnlyByUs } from '../../store/embedded/binaries/file-access.ts';
import type { BrowserIdentity } from '../browser-identity.ts';

export interface StagedFolder {
  /** Names what is in it and its version: what is there already is taken as it is. */
  name: string;
  /** The user that must be able to read it; this process's own when absent. */
  identity: BrowserIdentity | undefined;
  /** Where it may go, best first; by default the data folder, and for another user also the system's caches. */
  parents: readonly string[];
  /** Fills the draft, which is at `folder` afterwards. */
  fill(draft: string, folder: string): Promise<void>;
}

/** A draft of this age was left by a process that was killed. */
const STALE_AFTER_MS = 3_600_000;

/** Folders in which another user can reach what root puts there, even when the data folder lies in root's home. */
export function stagingParents(dataDir: string, identity: BrowserIdentity | undefined): string[] {
  return identity ? ['/var/cache/decant', dataDir, '/var/tmp/decant'] : [dataDir];
}

/**
 * Makes a folder that only this process's user can change and the given user can read, once, and keeps it. The folder
 * appears at its place whole or not at all, also when two processes make it at once. Rejects when no parent will do.
 */
export async function stageFolder({ name, identity, parents, fill }: StagedFolder): Promise<string> {
  const failures: unknown[] = [];
  for (const parent of parents) {
    try {
      await mkdir(parent, { recursive: true, mode: 0o755 });
      if (identity && !(await isSafeFor(identity, parent))) continue;
      const folder = join(parent, name);
      if (!(await isWritableOnlyByUs(folder))) await make(folder, identity, fill);
      return folder;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `no folder would do of ${parents.join(', ')}`);
}

/** Whether a folder is safe: programs that root lets another user run must not be in the hands of a third. */
async function isSafeFor(identity: BrowserIdentity, parent: string): Promise<boolean> {
  return (await isWritableOnlyByUs(parent)) && (await isReachable(parent, identity));
}

async function make(
  folder: string,
  identity: BrowserIdentity | undefined,
  fill: StagedFolder['fill'],
): Promise<void> {
  await removeStaleDrafts(folder);
  const draft = await mkdtemp(`${folder}.`);
  try {
    await chmod(draft, identity ? 0o755 : 0o700);
    await fill(draft, folder);
    await rename(draft, folder).catch(async (error: unknown) => {
      if (!(await isWritableOnlyByUs(folder))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeStaleDrafts(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(folder)}.`)) continue;
    const draft = join(parent, name);
    const age = Date.now() - (await stat(draft).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age > STALE_AFTER_MS) await rm(draft, { recursive: true, force: true });
  }
}
