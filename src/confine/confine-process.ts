import { setImmediate } from 'node:timers/promises';
import { aboutItself } from './cage/cage-calls.ts';
import { computingCalls } from './kernel/computing-calls.ts';
import { openKernel } from './kernel/kernel.ts';
import { createSeccompFilter } from './kernel/seccomp-filter.ts';

const PR_SET_DUMPABLE = 4;

/**
 * Loads what confines this process; the answer, called once all other code is loaded, gives up everything but computing and
 * the descriptors that are open: no file, socket, program or signal to another process, for all threads and for good.
 * Rejects where the kernel cannot do it. Node's event loop can watch no further descriptor then: a stream that is opened, or
 * held up, ends the process.
 */
export async function loadConfinement(): Promise<() => Promise<void>> {
  const kernel = await openKernel();
  if (kernel === undefined) throw new Error('There is no way here to confine this process');
  return async function confine() {
    learnTimeZone();
    // The loop says at its first turn what it has to hear of, such as its own threads. It does so by io_uring, which is a way
    // past the filter, and closed with the others.
    await setImmediate();
    // The contents of its memory must not end in a file when it crashes, nor be read by another process of its user.
    kernel.call('prctl', PR_SET_DUMPABLE, 0);
    // The first rule for a call decides.
    const rules = [...aboutItself(process.pid), ...computingCalls(process.pid)];
    kernel.installFilter(createSeccompFilter(rules, kernel.processor));
  };
}

/** It is read from a file on first use. */
function learnTimeZone(): void {
  new Date().getTimezoneOffset();
}
