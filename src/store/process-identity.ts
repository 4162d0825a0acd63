import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * When the process started, in an opaque form that differs between two processes that had the same id; undefined when
 * there is no such process or it is a zombie, which runs no code any more.
 */
export function processStartTime(pid: number): string | undefined {
  return process.platform === 'linux'
    ? fromProc(pid)
    : process.platform === 'win32'
      ? fromSignal(pid)
      : fromPs(pid);
}

/** Names the set of processes among which a process id means something: `pid:[4026531836]`. */
export function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return process.platform;
  }
}

/** proc_pid_stat(5): field 3 is the state, field 22 the start time; the name in field 2 may hold spaces and brackets. */
function fromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [state = 'Z', ...startedAt] = stdout.trim().split(/\s+/);
  return state.startsWith('Z') || startedAt.length === 0 ? undefined : startedAt.join(' ');
}

function fromSignal(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    return 'unknown';
  } catch {
    return undefined;
  }
}
