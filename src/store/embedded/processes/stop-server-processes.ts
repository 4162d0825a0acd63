import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../lib/log/log.ts';
import { findServerProcesses } from './server-processes.ts';
import { startFailure } from '../start-failure.ts';

/**
 * PostgreSQL's ways down (manual, section 18.5), gentlest first, and how long each gets: fast (SIGINT), immediate
 * (SIGQUIT, recovers at the next start), and the kernel's.
 */
const STEPS = [
  { signal: 'SIGINT', isForAll: false, graceMs: 2_000 },
  { signal: 'SIGQUIT', isForAll: false, graceMs: 500 },
  { signal: 'SIGKILL', isForAll: true, graceMs: 2_000 },
] as const;

/** Stops whatever server process works in the folder, whoever started it; returns when none is left. */
export async function stopServerProcesses(databaseFolder: string, log: Log): Promise<void> {
  for (const { signal, isForAll, graceMs } of STEPS) {
    const found = findServerProcesses(databaseFolder);
    if (found.length === 0) return;
    log.info('Stopping a database server that was left running', { pid: found[0], signal });
    for (const pid of isForAll ? found : found.slice(0, 1)) send(pid, signal);
    await waitUntilGone(databaseFolder, graceMs);
  }
  const [survivor] = findServerProcesses(databaseFolder);
  if (survivor !== undefined) throw startFailure(`is still held by process ${survivor}, which does not stop`);
}

async function waitUntilGone(databaseFolder: string, graceMs: number): Promise<void> {
  const giveUpAt = performance.now() + graceMs;
  while (findServerProcesses(databaseFolder).length > 0 && performance.now() < giveUpAt) await sleep(20);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile, or not ours to stop: the wait that follows tells.
  }
}
