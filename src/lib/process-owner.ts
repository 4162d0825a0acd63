import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The process group of a process, as /proc (Linux) has it now; undefined when there is no such process. */
export function processGroupOf(pid: number, folder = '/proc'): number | undefined {
  // `pid (name) state ppid pgrp ...`: the name may hold anything.
  const fields = readOf(pid, 'stat', folder)?.split(') ').at(-1)?.split(' ');
  return fields === undefined ? undefined : Number(fields[2]);
}

/** Whether a user has processes outside of a process group; true where /proc does not tell. */
export function hasProcessesBeside(group: number, uid: number, folder = '/proc'): boolean {
  try {
    return readdirSync(folder)
      .map(Number)
      .some((pid) => isRunBy(uid, pid, folder) && processGroupOf(pid, folder) !== group);
  } catch {
    return true;
  }
}

/**
 * Whether one of the four user ids of a process is that of the user. The owner of its folder in /proc does not tell: it is
 * root where the process may not be looked into.
 */
function isRunBy(uid: number, pid: number, folder: string): boolean {
  const ids = /^Uid:\s+(.+)$/m.exec(readOf(pid, 'status', folder) ?? '')?.[1] ?? '';
  return ids.split(/\s+/).map(Number).includes(uid);
}

function readOf(pid: number, file: string, folder: string): string | undefined {
  try {
    return readFileSync(join(folder, String(pid), file), 'latin1');
  } catch {
    return undefined;
  }
}
