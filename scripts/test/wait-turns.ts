import { openKernel } from '../../src/confine/kernel/kernel.ts';

/** sched(7) */
const SCHED_BATCH = 3;

/**
 * From now on this thread, and every process that it starts, waits its turn when it wakes instead of taking the core from
 * whoever is at work. A run is hundreds of processes that wake one another with each query and each message of a browser: on
 * two cores they lose a tenth of their time to changing places. True where that is so; elsewhere a run takes a little longer.
 */
export async function waitTurns(): Promise<boolean> {
  const kernel = await openKernel();
  if (kernel === undefined) return false;
  // One number, the priority: there is none but 0 among those that take turns.
  const parameters = Buffer.alloc(4);
  try {
    return kernel.call('sched_setscheduler', 0, SCHED_BATCH, parameters) === 0;
  } catch {
    // Whoever runs the machine may forbid it.
    return false;
  }
}
