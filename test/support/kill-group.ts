import type { ChildProcess } from 'node:child_process';

/** Ends a detached child and all that it has started. One that never came up has no id: a kill would hit ourselves. */
export function killGroup({ pid }: Pick<ChildProcess, 'pid'>): void {
  if (pid !== undefined && pid > 1) process.kill(-pid, 'SIGKILL');
}
