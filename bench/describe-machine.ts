import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** Where something was measured, and what else went on there. */
export interface Machine {
  cpu: string;
  cores: number;
  memoryBytes: number;
  /** Version of Node. */
  node: string;
  /** What else the machine was doing, in running processes. */
  loadAverage: number;
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    node: process.version,
    loadAverage: loadavg()[0] ?? 0,
  };
}

/** The first line of a report. */
export function machineLine({ cores, cpu, loadAverage, node }: Machine, startedAt: string): string {
  return `${cores} cores of ${cpu}, load ${loadAverage.toFixed(1)} before the start, Node ${node}, ${startedAt}`;
}
