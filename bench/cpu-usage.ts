import { cpuSeconds, mainThreadCpuSeconds, processTree } from './process-tree.ts';

/** Who uses CPU time in a measurement; together they are all of it. */
export const CPU_USERS = ['service', 'database', 'pageServer', 'client'] as const;

/** CPU seconds by who used them: the service's own process, its children, the local web, this process. */
export type CpuUsage = Record<(typeof CPU_USERS)[number], number> & {
  /** The part of `service` that no second core can help with. */
  serviceMainThread: number;
};

export interface Watched {
  servicePid: number;
  webPid: number;
}

/** Runs `work` and returns its result with the CPU time that all parties spent meanwhile. */
export async function measureCpu<T>(
  watched: Watched,
  work: () => Promise<T>,
): Promise<{ result: T; cpu: CpuUsage }> {
  const before = read(watched);
  const result = await work();
  const after = read(watched);
  const cpu = { ...after };
  for (const user of [...CPU_USERS, 'serviceMainThread'] as const) cpu[user] -= before[user];
  return { result, cpu };
}

/** CPU seconds of all parties. */
export function totalCpu(cpu: CpuUsage): number {
  return CPU_USERS.reduce((sum, user) => sum + cpu[user], 0);
}

function read({ servicePid, webPid }: Watched): CpuUsage {
  const [, ...children] = processTree(servicePid);
  const { user, system } = process.cpuUsage();
  return {
    service: cpuSeconds([servicePid]),
    serviceMainThread: mainThreadCpuSeconds(servicePid),
    database: cpuSeconds(children),
    pageServer: cpuSeconds([webPid]),
    client: (user + system) / 1e6,
  };
}
