import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { cpuSeconds, processTree } from '../process-tree.ts';

/** USER_HZ, see process-tree.ts. */
const TICKS_PER_SECOND = 100;

/**
 * What returns, when called, the share of all cores' time since now that went to processes outside these trees (0 to 1):
 * how far clock times can be believed.
 */
export function watchOthers(roots: readonly number[]): () => number {
  const ours = (): number => cpuSeconds([...new Set(roots.flatMap(processTree))]);
  const before = { busy: busySeconds(), ours: ours(), at: performance.now() };
  return () => {
    const available = ((performance.now() - before.at) / 1000) * availableParallelism();
    const others = busySeconds() - before.busy - (ours() - before.ours);
    return Math.min(1, Math.max(0, others / available));
  };
}

/** CPU seconds that the whole machine has used, proc_stat(5); stolen ones are others', too. */
function busySeconds(): number {
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '').split(/\s+/);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = ticks.map(Number);
  return (user + nice + system + irq + softIrq + steal) / TICKS_PER_SECOND;
}
