import { readFileSync } from 'node:fs';

/** `AT_PAGESZ` of <elf.h>: the key of the pages' size among what the kernel tells a process as it starts. */
const PAGE_SIZE_KEY = 6n;
const USUAL_BYTES = 4096;

/** How large the pages are in which the kernel counts memory: 4 KB nearly everywhere, 16 or 64 KB on some arm64 machines. */
export function memoryPageBytes(file = '/proc/self/auxv'): number {
  try {
    const bytes = readFileSync(file);
    for (let at = 0; at + 16 <= bytes.length; at += 16)
      if (bytes.readBigUInt64LE(at) === PAGE_SIZE_KEY) return Number(bytes.readBigUInt64LE(at + 8));
  } catch {
    // Not Linux: nobody asks for the memory of a process there.
  }
  return USUAL_BYTES;
}
