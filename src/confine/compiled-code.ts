import { readdir, symlink } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';

/** The variable by which a process of Node keeps what it has compiled, and finds it again. */
const VARIABLE = 'NODE_COMPILE_CACHE';
/** Names of folders that hold the code of one program alone begin so. */
export const FOR_PROGRAM = 'program-';
/** The user's number ends the name of a folder that Node makes. */
const USER = /-\d+$/;

/** The folder below which this process keeps compiled code; undefined where it keeps none. */
export function placeOfCompiledCode(): string | undefined {
  const folder = getCompileCacheDir();
  // Node adds the folder of its version.
  return folder === undefined ? undefined : path.dirname(folder);
}

/** The variables of a launcher: it finds what the last one has compiled, where this process keeps such code; nothing of the service's beside that. */
export function launcherVariables(): Record<string, string> {
  return compiledCodeVariables(placeOfCompiledCode());
}

/** The variables that have a process keep compiled code in a folder, or only find it there where the folder is closed to it. */
export function compiledCodeVariables(folder: string | undefined): Record<string, string> {
  return folder === undefined ? {} : { [VARIABLE]: folder };
}

/** Has Node find compiled code as another user than the one that kept it: each user has a folder of its own. */
export async function shareCompiledCode(folder: string, user: number): Promise<void> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const kept = entries.find((entry) => entry.isDirectory())?.name;
    const name = kept?.replace(USER, `-${user}`);
    if (kept !== undefined && name !== undefined && !entries.some((entry) => entry.name === name))
      await symlink(kept, path.join(folder, name));
  } catch {
    // Another process did it, or the disk is full: code is compiled then.
  }
}
