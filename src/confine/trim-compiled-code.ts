import { statSync, type Dirent } from 'node:fs';
import { opendir, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { createTimeSlices } from '../lib/turns/time-slices.ts';
import { FOR_PROGRAM } from './compiled-code.ts';

/** Code that nothing has run for so long is of a version that is gone, or of a folder that Decant has left. */
const KEPT_MS = 30 * 86_400_000;
const EVERY_MS = 86_400_000;
/** Files of a version that are looked at: some thousand are in use, and who works on Decant has hundreds of thousands. */
const MOST_FILES = 20_000;
/** Names that are read from a folder at a time. */
const NAMES_AT_A_TIME = 1_000;
/** The folder of ours (`bin/compiled-code-folder.mjs`): another one, by `NODE_COMPILE_CACHE`, is its owner's to clear. */
const OWN_FOLDER = path.join('decant', 'compiled');

/**
 * Removes compiled code that nobody has run for a month, once a day; returns how many files. Node adds to the folder and
 * never takes away, and each version of Decant adds some 8 MB. Code that is removed though it is needed is compiled again.
 */
export function createTrimCompiledCode(folder = ownFolder()) {
  const last = { at: -Infinity };
  return async function trimCompiledCode(now: number): Promise<number> {
    if (folder === undefined || now - last.at < EVERY_MS) return 0;
    last.at = now;
    let removed = 0;
    for (const name of await readdir(folder)) {
      const trim = name.startsWith(FOR_PROGRAM) ? trimProgram : trimVersion;
      removed += await trim(path.join(folder, name), now - KEPT_MS);
    }
    return removed;
  };
}

/** The folder of a program has one of a version in it, and links to that. */
async function trimProgram(folder: string, before: number): Promise<number> {
  const versions = async (): Promise<Dirent[]> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isDirectory());
  };
  let removed = 0;
  for (const { name } of await versions()) removed += await trimVersion(path.join(folder, name), before);
  if ((await versions()).length === 0) await rm(folder, { recursive: true, force: true });
  return removed;
}

function ownFolder(): string | undefined {
  const folder = getCompileCacheDir();
  // Node adds the folder of its version.
  const parent = folder === undefined ? '' : path.dirname(folder);
  return parent.endsWith(path.sep + OWN_FOLDER) ? parent : undefined;
}

/** A file may be taken away by another process meanwhile. */
async function trimVersion(folder: string, before: number): Promise<number> {
  let removed = 0;
  let seen = 0;
  const slices = createTimeSlices();
  for await (const name of namesIn(folder)) {
    if (++seen > MOST_FILES) break;
    if (slices.isOver()) await slices.rest();
    const file = path.join(folder, name);
    // In the background it would take ten times the time of the processor.
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined || Math.max(found.atimeMs, found.mtimeMs) >= before) continue;
    const isGone = await unlink(file).then(
      () => true,
      () => false,
    );
    if (isGone) removed++;
  }
  // Fails while there are files.
  await rmdir(folder).catch(() => undefined);
  return removed;
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  const open = await opendir(folder, { bufferSize: NAMES_AT_A_TIME }).catch(() => undefined);
  if (open !== undefined) for await (const { name } of open) yield name;
}
