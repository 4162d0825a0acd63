import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ, which Linux shows to user space as 100 on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/** A process and all its descendants. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** CPU seconds that these processes and their ended children have used, in user and kernel mode. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (readStat(pid)?.cpuTicks ?? 0), 0) / TICKS_PER_SECOND;
}

/** CPU seconds that a process itself has used, without those of ended children. */
export function ownCpuSeconds(pid: number): number {
  return (readStat(pid)?.ownCpuTicks ?? 0) / TICKS_PER_SECOND;
}

/** CPU seconds of the thread that a process began with. */
export function mainThreadCpuSeconds(pid: number): number {
  return (readStat(pid, `task/${pid}/stat`)?.ownCpuTicks ?? 0) / TICKS_PER_SECOND;
}

/** Fields of /proc/PID/stat, proc_pid_stat(5); undefined when the process is gone. */
function readStat(
  pid: number,
  file = 'stat',
): { parent: number; ownCpuTicks: number; cpuTicks: number } | undefined {
  const text = readProcFile(pid, file);
  if (text === undefined) return undefined;
  // The second field is the name in parentheses, and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = [1, 11, 12, 13, 14].map(
    (index) => Number(fields[index]),
  );
  const ownCpuTicks = user + system;
  return { parent, ownCpuTicks, cpuTicks: ownCpuTicks + childrenUser + childrenSystem };
}

export interface Memory {
  /** Proportional set size as the kernel counts it. */
  pssBytes: number;
  /**
   * The same with the root's executable counted whole. The page server and the measuring process run the same
   * executable: without them, its pages would not be shared, and the kernel would count them in full.
   */
  alonePssBytes: number;
  /** Proportional set size of all but the root. */
  descendantsPssBytes: number;
}

/** Memory of a process and all its descendants, as if nothing else ran its executable. */
export function memoryOf(root: number): Memory {
  const [, ...descendants] = processTree(root);
  const own = pssBytes(root);
  const descendantsPssBytes = descendants.reduce((sum, pid) => sum + pssBytes(pid), 0);
  const executable = executableShare(root);
  return {
    pssBytes: own + descendantsPssBytes,
    alonePssBytes: own + descendantsPssBytes + executable.rssBytes - executable.pssBytes,
    descendantsPssBytes,
  };
}

function pssBytes(pid: number): number {
  return kilobytesOf(readProcFile(pid, 'smaps_rollup') ?? '', 'Pss');
}

/** Sums over the mappings of the first file that a process maps, its executable. */
function executableShare(pid: number): { pssBytes: number; rssBytes: number } {
  const mappings = (readProcFile(pid, 'smaps') ?? '').split(/^(?=[\da-f]+-[\da-f]+ )/m);
  const fileOf = (mapping: string): string | undefined =>
    /^\S+ \S+ \S+ \S+ [1-9]\d* +(.+)$/m.exec(mapping)?.[1];
  const executable = mappings.map(fileOf).find((file) => file !== undefined);
  const own = mappings.filter((mapping) => fileOf(mapping) === executable).join('');
  return { pssBytes: kilobytesOf(own, 'Pss'), rssBytes: kilobytesOf(own, 'Rss') };
}

function kilobytesOf(text: string, name: string): number {
  const amounts = [...text.matchAll(new RegExp(`^${name}: +(\\d+) kB$`, 'gm'))];
  return amounts.reduce((sum, [, amount]) => sum + Number(amount) * 1024, 0);
}

function readProcFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
