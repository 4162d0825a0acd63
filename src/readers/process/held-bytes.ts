import { readFileSync } from 'node:fs';

const KILOBYTE = 1_024;
/** The kernel's own stack of a thread, and what it notes of it. */
const THREAD_BYTES = 32 * KILOBYTE;

/**
 * Memory that a process holds, with the kernel's for it: tables of pages that were only read, and threads, can be as many
 * as it likes. 0 where the system does not tell (it is only known of Linux), or when it has ended.
 */
export function heldBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const memory = (numberIn(status, 'VmRSS') + numberIn(status, 'VmPTE')) * KILOBYTE;
    return memory === 0 ? 0 : memory + numberIn(status, 'Threads') * THREAD_BYTES;
  } catch {
    return 0;
  }
}

/** Zero when the line is missing: a process that has ended has no memory. */
function numberIn(status: string, name: string): number {
  const at = status.indexOf(`\n${name}:`);
  return at === -1 ? 0 : Number.parseInt(status.slice(at + name.length + 2), 10);
}
