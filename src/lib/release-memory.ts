import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Gives back what V8 and the C library keep of memory that is no longer used. Takes some 50 ms. */
export async function releaseMemory(): Promise<void> {
  collectGarbage();
  await trimHeap();
}

/** Node offers the collector to programs only behind a flag, which may be set at run time. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}

/**
 * glibc keeps freed memory that lies between blocks in use until it is asked (malloc_trim(3)): after a burst of work
 * that is more than everything else together. Where the library or the function is not there, nothing happens.
 */
async function trimHeap(): Promise<void> {
  if (process.platform !== 'linux') return;
  try {
    const { default: koffi } = await import('koffi');
    const trim = koffi.load('libc.so.6').func('int malloc_trim(size_t pad)') as (pad: number) => number;
    trim(0);
  } catch {
    // musl has no such function, and no such need; koffi is an optional dependency.
  }
}
