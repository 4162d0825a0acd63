import { readFileSync } from 'node:fs';
import { processTree } from '../../process-tree.ts';

const INTERVAL_MS = 50;

/** What this process and its descendants hold, sampled until it is disposed. */
export interface MemoryWatch extends Disposable {
  /** The most that a descendant has held since the last call, bytes. */
  takePeak(): number;
}

export function watchMemory(): MemoryWatch {
  let peak = 0;
  const timer = setInterval(() => {
    const [, ...descendants] = processTree(process.pid);
    peak = Math.max(peak, ...descendants.map(residentBytes));
  }, INTERVAL_MS);
  return {
    takePeak() {
      const taken = peak;
      peak = 0;
      return taken;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** 0 when the process is gone. */
export function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
