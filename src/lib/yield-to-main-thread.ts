import { constants, getPriority, setPriority } from 'node:os';

/** Gives a thread a third of the main thread's share of a core where both want one. */
const NICENESS = 5;

/**
 * Lets the thread that calls it give way to the main thread, which answers everybody while a thread works for one. On Linux a
 * priority is a thread's own; elsewhere it is the whole process's and stays as it is.
 */
export function yieldToMainThread(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(0) + NICENESS));
  } catch {
    // Somebody forbids it: the thread is as fast as the main thread.
  }
}
