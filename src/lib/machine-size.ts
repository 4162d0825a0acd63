import { availableParallelism, totalmem } from 'node:os';

export interface MachineSize {
  cores: number;
  /** Bytes that all processes here may hold together. */
  memoryBytes: number;
}

/** Reads the size of this machine, or of the container that this process is in. */
export function readMachineSize(): MachineSize {
  // The limit of cgroup v1 or v2; 0, or more than there is, when none is set.
  const limit = process.constrainedMemory();
  const total = totalmem();
  return { cores: availableParallelism(), memoryBytes: limit > 0 ? Math.min(limit, total) : total };
}
