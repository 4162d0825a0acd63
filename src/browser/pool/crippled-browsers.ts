import type { ProcessGroups, ProcessMemory } from './process-groups.ts';

/**
 * Finds browsers that have lost the processes which their pages are started from: they live and make no page any more,
 * and a wait for one of their pages may never end.
 */
export function createCrippledBrowsers(processes: Pick<ProcessGroups, 'isZygote'>) {
  const zygotes = new Map<number, ReadonlySet<number>>();

  function zygotesAmong(members: readonly ProcessMemory[]): Set<number> {
    return new Set(members.map(({ pid }) => pid).filter((pid) => processes.isZygote(pid)));
  }

  return {
    /** To be told of all groups at each look; returns those that were whole before and are not now. */
    findAmong(groups: ReadonlyMap<number, readonly ProcessMemory[]>): number[] {
      for (const group of zygotes.keys()) if (!groups.has(group)) zygotes.delete(group);
      return [...groups].flatMap(([group, members]) => {
        const known = zygotes.get(group);
        if (known && members.some(({ pid }) => known.has(pid))) return [];
        const found = zygotesAmong(members);
        if (found.size > 0) zygotes.set(group, found);
        return known && found.size === 0 && zygotes.delete(group) ? [group] : [];
      });
    },
  };
}
