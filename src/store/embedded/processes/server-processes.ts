import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';

/**
 * Ids of the running processes of the server whose database folder this is: its postmaster first when it still lives,
 * then whatever it has started. Zombies and processes that may not be looked at do not count.
 */
export function findServerProcesses(databaseFolder: string): number[] {
  const found = process.platform === 'linux' ? byWorkingFolder(databaseFolder) : byParent(databaseFolder);
  const postmaster = readPostmasterPid(databaseFolder);
  return found.toSorted((a, b) => Number(b === postmaster) - Number(a === postmaster));
}

/** The process id in `postmaster.pid`, which may be stale or recycled. */
function readPostmasterPid(databaseFolder: string): number | undefined {
  try {
    const [line = ''] = readFileSync(join(databaseFolder, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(line, 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A PostgreSQL process works in its database folder, and a link in /proc leads there however it is mounted or named. */
function byWorkingFolder(databaseFolder: string): number[] {
  const folder = statOf(databaseFolder);
  if (!folder) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const cwd = statOf(`/proc/${pid}/cwd`);
      return cwd?.ino === folder.ino && cwd.dev === folder.dev && commandOf(pid) === 'postgres';
    })
    .map(Number);
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Without /proc: the postmaster by its command line, which names the folder, and its children. */
function byParent(databaseFolder: string): number[] {
  const postmaster = readPostmasterPid(databaseFolder);
  if (postmaster === undefined || process.platform === 'win32') return [];
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((line) => {
    const [pid = '', parent = '', ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(' ') };
  });
  const isOurs = rows.some(({ pid, command }) => pid === postmaster && command.includes(databaseFolder));
  if (!isOurs) return [];
  return rows.filter(({ pid, parent }) => pid === postmaster || parent === postmaster).map(({ pid }) => pid);
}
