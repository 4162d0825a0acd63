import type { PoolClock } from './pool-clock.ts';
import { createCrippledBrowsers } from './crippled-browsers.ts';
import { ProcessGroups, type ProcessMemory } from './process-groups.ts';

/** The memory of the processes of one browser. */
export interface GroupMemory {
  residentBytes: number;
  largestRendererBytes: number;
}

export interface KilledProcess {
  pid: number;
  group: number;
  residentBytes: number;
}

export interface MemoryWatchOptions {
  /** The process groups of the running browsers. */
  groups(): Iterable<number>;
  /** One process of a browser that holds more is killed. */
  maxProcessBytes: number;
  /**
   * When the processes of one browser hold more together, its youngest renderers are killed: a page may have as many as it
   * shows frames of other sites. No limit when absent.
   */
  maxGroupBytes?: number | undefined;
  onKilled(killed: KilledProcess): void;
  /** A browser has lost the processes that its pages are started from. */
  onCrippled?: (group: number) => void;
  clock: PoolClock;
  platform?: NodeJS.Platform;
  processes?: ProcessGroups;
  kill?: (pid: number) => void;
}

export interface MemoryWatch extends Disposable {
  /** Looks again and again, from now on or no more. */
  setActive(isActive: boolean): void;
  /** Not older than one look; all zero where it cannot be told. */
  memoryOf(group: number): GroupMemory;
}

/** A page can fill 2 GB a second. */
const LOOK_EVERY_MS = 100;
const NOTHING: GroupMemory = { residentBytes: 0, largestRendererBytes: 0 };

/**
 * Kills processes of browsers that hold too much: the heap limits of V8 do not cover typed arrays, and a page may take the
 * whole machine with them. When it is a renderer, its page crashes and the browser goes on. Does nothing but on Linux.
 */
export function createMemoryWatch(options: MemoryWatchOptions): MemoryWatch {
  const { clock, maxProcessBytes, maxGroupBytes = Infinity, onKilled, platform = process.platform } = options;
  const { processes = new ProcessGroups(), kill = (pid) => void process.kill(pid, 'SIGKILL') } = options;
  const { onCrippled = () => undefined } = options;
  const canTell = platform === 'linux';
  const crippled = createCrippledBrowsers(processes);
  let cancel: (() => void) | undefined;
  let lookedAt = -Infinity;
  let latest = new Map<number, GroupMemory>();

  function look(): void {
    lookedAt = clock.now();
    // Group 0 and 1 are never a browser's.
    const groups = new Set([...options.groups()].filter((group) => group > 1));
    latest = new Map();
    if (groups.size === 0) return processes[Symbol.dispose]();
    const found = processes.look(groups);
    for (const group of crippled.findAmong(found)) onCrippled(group);
    for (const [group, members] of found) {
      const tooLarge = members.filter(({ residentBytes }) => residentBytes > maxProcessBytes);
      for (const member of tooLarge) end(member, group);
      const memory = sumUp(group, members, processes);
      latest.set(group, memory);
      if (tooLarge.length > 0) continue;
      const excessBytes = memory.residentBytes - maxGroupBytes;
      for (const member of excessRenderers(members, excessBytes, processes)) end(member, group);
    }
  }

  function end({ pid, residentBytes }: ProcessMemory, group: number): void {
    // Asked again: the id may be another's by now.
    const isEnded = processes.groupOf(pid) === group && wasKilled(pid, kill);
    if (isEnded) onKilled({ pid, group, residentBytes });
  }

  function schedule(): void {
    cancel = clock.after(LOOK_EVERY_MS, () => {
      schedule();
      look();
    });
  }

  function setActive(isActive: boolean): void {
    if (isActive && canTell) return cancel ? undefined : schedule();
    cancel?.();
    cancel = undefined;
    processes[Symbol.dispose]();
  }

  return {
    setActive,
    memoryOf(group) {
      if (!canTell) return NOTHING;
      if (clock.now() - lookedAt > LOOK_EVERY_MS) look();
      return latest.get(group) ?? NOTHING;
    },
    [Symbol.dispose]: () => setActive(false),
  };
}

/** False when it had ended before. */
function wasKilled(pid: number, kill: (pid: number) => void): boolean {
  try {
    kill(pid);
    return true;
  } catch {
    return false;
  }
}

/** Those that came last go first: others were there before the browser grew too large. */
function* excessRenderers(
  members: readonly ProcessMemory[],
  excessBytes: number,
  processes: ProcessGroups,
): Generator<ProcessMemory> {
  let left = excessBytes;
  for (const member of members.toSorted((a, b) => b.pid - a.pid)) {
    if (left <= 0) return;
    if (!processes.isRenderer(member.pid)) continue;
    yield member;
    left -= member.residentBytes - member.sharedBytes;
  }
}

function sumUp(group: number, members: readonly ProcessMemory[], processes: ProcessGroups): GroupMemory {
  let ownBytes = 0;
  let sharedBytes = 0;
  let largestRendererBytes = 0;
  const bySize = members.toSorted((a, b) => b.residentBytes - a.residentBytes);
  for (const member of bySize) {
    ownBytes += member.residentBytes - member.sharedBytes;
    sharedBytes = Math.max(sharedBytes, member.sharedBytes);
    // Mostly the first that is asked, after the browser itself.
    if (largestRendererBytes === 0 && member.pid !== group && processes.isRenderer(member.pid)) {
      largestRendererBytes = member.residentBytes;
    }
  }
  return { residentBytes: ownBytes + sharedBytes, largestRendererBytes };
}
