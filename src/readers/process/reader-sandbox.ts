import { existsSync, realpathSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findWalls, type Walls } from '../../confine/kernel/walls.ts';
import { ownFile } from '../../lib/own-file.ts';
import type { ReaderRights } from './reader-messages.ts';

/** How a reader's process is started, and what holds it beside Node's permission model. */
export interface ReaderSandbox extends ReaderRights {
  command: string;
  args: readonly string[];
  /** Node's cache of compiled code, which it may write to while it starts: before it has seen a file. */
  compiledCode: string | undefined;
  /** It has a network of its own, with nothing in it. */
  hasOwnNetwork: boolean;
}

export interface ReaderSandboxOptions {
  /** The process's script, which may load what lies beside it; that of our readers when absent. */
  entry?: string;
  /** The walls that hold the process; all that this machine offers when absent. */
  walls?: Pick<Walls, 'hasFilter' | 'unshare'>;
}

/**
 * Nobody else's, neither the database's nor the browser's: a reader that a file has taken over can touch nothing of
 * theirs. It needs no entry in /etc/passwd.
 */
const DEDICATED_ID = 61_803;
/** The heap for JavaScript objects; files that need more are refused. */
const HEAP_MEGABYTES = 1_024;

/** Finds out what this machine allows: ask once. */
export async function findReaderSandbox({
  entry = ownFile(import.meta.url, 'reader-process'),
  walls,
}: ReaderSandboxOptions = {}): Promise<ReaderSandbox> {
  const isRoot = process.getuid?.() === 0;
  const { hasFilter, unshare } = walls ?? (await findWalls());
  // The filter leaves it no file of any kind; without one, a reader that is taken over could change what others run.
  const compiledCode = hasFilter ? getCompileCacheDir() : undefined;
  const node = [
    process.execPath,
    // No worker threads: those are free of it.
    '--permission',
    // The module that installs the filter is an addon; none can be loaded once the filter stands.
    ...(hasFilter ? ['--allow-addons'] : []),
    ...[...readablePaths(), path.dirname(entry)].map((place) => `--allow-fs-read=${place}`),
    ...(compiledCode === undefined
      ? []
      : [`--allow-fs-read=${compiledCode}`, `--allow-fs-write=${compiledCode}`]),
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    // Words and elements of a page live for a moment: with little room for the young, collecting them takes a good part of the time.
    '--max-semi-space-size=32',
    '--min-semi-space-size=16',
    '--disable-warning=ExperimentalWarning',
    // The warning comes from --allow-addons.
    '--disable-warning=SecurityWarning',
    entry,
  ];
  const [command, ...args] = [...unshare, ...node];
  return {
    command: command!,
    args,
    identity: isRoot ? { uid: DEDICATED_ID, gid: DEDICATED_ID } : undefined,
    isFiltered: hasFilter,
    compiledCode,
    hasOwnNetwork: unshare.length > 0,
  };
}

/** Our own code and the packages that it uses, wherever npm put them: by the names that Node looks for, and by the real ones. */
function readablePaths(): string[] {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const code = path.resolve(here, '../..');
  const folders = [code, path.join(path.dirname(code), 'package.json'), ...packageFolders(code)];
  return [...new Set(folders.flatMap((folder) => [folder, realpathSync(folder)]))];
}

/** `node_modules` beside the code and above it, and the one that a package of ours really lies in. */
function packageFolders(code: string): string[] {
  const above = code.split(path.sep).map((_, index, names) => names.slice(0, index + 1).join(path.sep));
  const beside = above
    .map((folder) => path.join(folder, 'node_modules'))
    .filter((folder) => existsSync(folder));
  const place = realpathSync(fileURLToPath(import.meta.resolve('yauzl')));
  const end = place.indexOf(`${path.sep}node_modules${path.sep}`);
  return end === -1 ? beside : [...beside, place.slice(0, end + '/node_modules'.length)];
}
