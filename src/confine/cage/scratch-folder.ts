import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CageIdentity } from './cage-rights.ts';

/** A folder that a program in the bare tier writes to. It goes with the program. */
export interface ScratchFolder extends AsyncDisposable {
  path: string;
}

const PREFIX = 'decant-caged-';

/** The name tells the process that made it. */
export async function openScratchFolder(identity: CageIdentity | undefined): Promise<ScratchFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  if (identity) await chown(folder, identity.uid, identity.gid);
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Removes folders of processes that ended without doing so. */
export async function removeLeftScratchFolders(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    if (!isRunning(pid))
      await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
