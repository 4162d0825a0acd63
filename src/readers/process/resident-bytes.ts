import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;

/** Memory that a process holds; 0 where the system does not tell (it is only known of Linux), or when it has ended. */
export function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ', 2)[1]) * PAGE_BYTES || 0;
  } catch {
    return 0;
  }
}
