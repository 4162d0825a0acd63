import { readMachineSize } from '../../lib/machine-size.ts';
import { Places } from '../../lib/turns/places.ts';
import { ScrapeMemory, type MemoryShares, type MemoryVisit } from './scrape-memory.ts';

/** The part of the machine's memory for conversions under way and results on their way out. */
const WORK_SHARE = 0.3;
/**
 * The part of the machine's memory that one page may need at most: a larger page would take the service down, also
 * alone.
 */
const REFUSED_SHARE = 0.6;

/** The memory that large pages of all scrapes of this process share; small ones need none of it. */
export interface PageMemory {
  /** Opens the memory of one scrape. */
  open(visit: MemoryVisit): ScrapeMemory;
  stats(): MemoryStats;
}

/** Bytes that are taken now, and scrapes that wait for some. */
export interface MemoryStats {
  bodyBytes: number;
  arrivedBytes: number;
  workBytes: number;
  waiting: number;
}

/**
 * Divides the memory into three parts, so that no two scrapes wait for each other: bodies that are being fetched or
 * kept; pages from browsers, readers and the cache, whose size shows only on arrival; and work (conversions, results).
 * A scrape that has memory to work in waits for no other part.
 */
export function createPageMemory(given?: number): PageMemory {
  const { memoryBytes } = readMachineSize();
  const workBytes = given ?? memoryBytes * WORK_SHARE;
  const shares: MemoryShares = {
    body: new Places({ count: workBytes / 3, spares: workBytes / 6 }),
    arrival: new Places({ count: workBytes / 6, spares: workBytes / 12 }),
    work: new Places({ count: workBytes, spares: workBytes / 3 }),
    maxBytes: Math.max(memoryBytes * REFUSED_SHARE, workBytes),
  };
  const { body, arrival, work } = shares;
  return {
    open: (visit) => new ScrapeMemory(shares, visit),
    stats: () => ({
      bodyBytes: body.taken,
      arrivedBytes: arrival.taken,
      workBytes: work.taken,
      waiting: body.waiting + arrival.waiting + work.waiting,
    }),
  };
}
