import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { isReadable } from '../../store/embedded/binaries/file-access.ts';
import type { BrowserIdentity } from '../browser-identity.ts';
import { browserFailure } from '../browser-failure.ts';
import { stagingParents } from './stage-folder.ts';
import { unpackBrowser } from './unpack-browser.ts';

export interface FoundBrowser {
  executable: string;
  /** For LD_LIBRARY_PATH. */
  libraryPath?: string;
  /** When it is known without starting it. */
  version?: string;
  source: 'configured' | 'system' | 'bundled';
}

/** The error when no browser can be had here. */
export interface NoBrowser {
  /** One sentence for the operator that names the variable to set. */
  problem: string;
}

export interface FindBrowserOptions {
  /** DECANT_BROWSER_PATH: the only one that is looked at when it is set. */
  configuredPath?: string | undefined;
  /** PATH. */
  searchPath?: string | undefined;
  dataDir: string;
  /** The user that must be able to run it; this process's own when absent. */
  identity: BrowserIdentity | undefined;
  /** Where systems install one, besides PATH; has a default. */
  systemPlaces?: readonly string[];
  /** Where the bundled one is unpacked, best first; by default the data folder, and for another user the system's caches. */
  unpackFolders?: readonly string[];
  /** The machine as Node names it: `linux-x64`. */
  machine?: string;
}

/** Full Chromium is never among them: it costs five times the CPU of its headless shell. */
const NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];

/** Debian's is a shell script in /usr/bin, which would stand between us and the browser's process. */
const SYSTEM_PLACES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium-browser/chromium-headless-shell',
  '/usr/lib64/chromium-browser/headless_shell',
  '/opt/chrome-headless-shell/chrome-headless-shell',
  '/usr/local/bin/chrome-headless-shell',
];
const BUNDLED_FOR = 'linux-x64';

/** The configured browser, else the system's, else the one of the npm package. Rejects only on bugs. */
export async function findBrowser(options: FindBrowserOptions): Promise<FoundBrowser | NoBrowser> {
  const { configuredPath, identity, dataDir, machine = `${process.platform}-${process.arch}` } = options;
  if (configuredPath !== undefined) {
    const problem = await whyNot(configuredPath, identity);
    return problem === undefined
      ? { executable: configuredPath, source: 'configured' }
      : { problem: `DECANT_BROWSER_PATH is ${configuredPath}, which ${problem}: correct or unset it` };
  }
  for (const executable of systemCandidates(options)) {
    if ((await whyNot(executable, identity)) === undefined) return { executable, source: 'system' };
  }
  if (machine !== BUNDLED_FOR) {
    return {
      problem: browserFailure(`is not bundled for ${machine} and the system has no chromium-headless-shell`)
        .message,
    };
  }
  try {
    const { unpackFolders = stagingParents(dataDir, identity) } = options;
    return { ...(await unpackBrowser(unpackFolders, identity)), source: 'bundled' };
  } catch (error) {
    return { problem: browserFailure(`could not be unpacked (${reasonOf(error)})`).message };
  }
}

function systemCandidates({ searchPath = '', systemPlaces = SYSTEM_PLACES }: FindBrowserOptions): string[] {
  const folders = searchPath.split(delimiter).filter(isAbsolute);
  return [...systemPlaces, ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))];
}

/** Undefined when the user can run it. */
async function whyNot(file: string, identity: BrowserIdentity | undefined): Promise<string | undefined> {
  try {
    if (!(await stat(file)).isFile()) return 'is not a file';
    await access(file, constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : `may not be executed (${code})`;
  }
  return (await isReadable(file, identity))
    ? undefined
    : `cannot be reached by the unprivileged user that it runs as (uid ${identity?.uid})`;
}

/** Gives the reason of a failure, in one line. */
function reasonOf(error: unknown): string {
  const errors: unknown[] = error instanceof AggregateError ? [...error.errors, error] : [error];
  const [first] = errors;
  return (first instanceof Error ? first.message : String(first)).split('\n', 1)[0] ?? '';
}
