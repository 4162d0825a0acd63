import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isReadable } from './file-access.ts';
import { linkLibraries } from './link-libraries.ts';
import type { ServerIdentity } from '../server-identity.ts';
import { resolvePackage } from './resolve-package.ts';
import { stageBinaries } from './stage-binaries.ts';
import { fileFailure } from '../start-failure.ts';

export interface ServerBinaries {
  postgres: string;
  /** The version of the npm package, such as `18.4.0-beta.17`. */
  version: string;
}

export interface LocateOptions {
  /** The user that must be able to run them; this process's own when absent. */
  identity: ServerIdentity | undefined;
  dataDir: string;
  /** Where a private copy goes when the package cannot be used where it lies, best first; has a default. */
  copyFolders?: readonly string[];
  /** The npm package's folder; found by resolution when absent. */
  packageFolder?: string;
}

/** Files whose rights speak for the rest of the package. */
const SAMPLES = ['pg-symlinks.json', 'bin/postgres', 'share/postgresql/timezonesets/Default'];

/**
 * Finds PostgreSQL's binaries and makes them runnable, if need be a copy of them: a user's own in the data folder, one that
 * root makes for another user where that user can reach it. Rejects with one sentence when this platform has none.
 */
export async function locateServerBinaries(options: LocateOptions): Promise<ServerBinaries> {
  const { identity, dataDir, packageFolder = resolvePackage() } = options;
  const { copyFolders = identity ? ['/var/cache/decant', dataDir, '/var/tmp/decant'] : [dataDir] } = options;
  try {
    const version = await readVersion(packageFolder);
    const native = join(packageFolder, 'native');
    const canRunInPlace = (await isUsableBy(native, identity)) && (await linkLibraries(native));
    const folder = canRunInPlace
      ? native
      : await stageBinaries({ native, version, identity, parents: copyFolders });
    return {
      postgres: join(folder, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres'),
      version,
    };
  } catch (error) {
    throw fileFailure(packageFolder, error);
  }
}

async function readVersion(packageFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/**
 * A checkout below a home with mode 0700, or made with a strict umask, is out of reach for the user that the server runs
 * as when Decant runs as root.
 */
async function isUsableBy(native: string, identity: ServerIdentity | undefined): Promise<boolean> {
  for (const sample of SAMPLES) if (!(await isReadable(join(native, sample), identity))) return false;
  return true;
}
