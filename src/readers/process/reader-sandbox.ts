import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReaderIdentity } from './reader-messages.ts';

/** How a reader's process is started, and what holds it. */
export interface ReaderSandbox {
  command: string;
  args: readonly string[];
  /** Undefined: it stays this process's own user. */
  identity: ReaderIdentity | undefined;
  /** It has a network of its own, with nothing in it. */
  hasNoNetwork: boolean;
}

/**
 * Nobody else's, neither the database's nor the browser's: a reader that a file has taken over can touch nothing of
 * theirs. It needs no entry in /etc/passwd.
 */
const DEDICATED_ID = 61_803;
/** Of JavaScript objects; files that need more are refused. */
const HEAP_MEGABYTES = 1_024;
const PROBE_MS = 5_000;

/** Finds out what this machine allows. Cheap, but starts a process: ask once. */
export async function findReaderSandbox(entry = entryFile()): Promise<ReaderSandbox> {
  const isRoot = process.getuid?.() === 0;
  const node = [
    process.execPath,
    '--permission',
    // For the one thread that ends a reader with its service.
    '--allow-worker',
    ...[...readablePaths(), entry].map((place) => `--allow-fs-read=${place}`),
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    // Words and elements of a page live for a moment: with little room for the young, collecting them takes a good part of the time.
    '--max-semi-space-size=32',
    '--disable-warning=ExperimentalWarning',
    entry,
  ];
  const identity = isRoot ? { uid: DEDICATED_ID, gid: DEDICATED_ID } : undefined;
  // Without rights of its own, a process gets them in a user namespace, where the kernel allows those.
  const unshare = ['unshare', ...(isRoot ? [] : ['--user']), '--net', '--'];
  const hasNoNetwork = await canRun(unshare);
  const [command, ...args] = hasNoNetwork ? [...unshare, ...node] : node;
  return { command: command as string, args, identity, hasNoNetwork };
}

function canRun([command, ...args]: readonly string[]): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(false);
  return new Promise((resolve) => {
    // As readers are started: without our PATH.
    execFile(command as string, [...args, 'true'], { timeout: PROBE_MS, env: {} }, (error) =>
      resolve(error === null),
    );
  });
}

/** The entry has the ending of this file: `.ts` in a checkout, `.js` in the published package. */
function entryFile(): string {
  const here = fileURLToPath(import.meta.url);
  return path.join(path.dirname(here), `reader-process${path.extname(here)}`);
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
