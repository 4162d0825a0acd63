import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PREFIX = 'decant-test-run-';
/** A file in a folder that names the process whose folder it is. Not the name of the folder: paths of sockets are short. */
const OWNER = 'owner';

/** The beginning of the names of folders, for `mkdtemp`. */
export function folderPrefix(place: string): string {
  return path.join(place, PREFIX);
}

/** Makes a process the owner of a folder. */
export function writeOwner(folder: string, pid = process.pid): void {
  writeFileSync(path.join(folder, OWNER), `${numberSpace()} ${pid}`);
}

/** Removes the folders whose owner is gone. A folder stays while any process has the owner's number, or when it names none. */
export function removeLeftFolders(places: readonly string[]): void {
  for (const place of new Set(places)) {
    for (const name of readdirSync(place)) {
      const folder = path.join(place, name);
      if (name.startsWith(PREFIX) && isOurs(folder) && isLeft(folder)) remove(folder);
    }
  }
}

function isLeft(folder: string): boolean {
  const [space, pid] = readOwner(folder).split(' ');
  return space === numberSpace() && Number(pid) > 0 && !isAlive(Number(pid));
}

function readOwner(folder: string): string {
  try {
    return readFileSync(path.join(folder, OWNER), 'utf8');
  } catch {
    return '';
  }
}

/** Containers may share a folder and not see each other's processes: a number counts in its own space. */
function numberSpace(): string {
  return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : 'all';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
}

function remove(folder: string): void {
  try {
    // Another run may be at it as well, and what the run has started may write to it for a moment.
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    process.stderr.write(`${folder} stays: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
