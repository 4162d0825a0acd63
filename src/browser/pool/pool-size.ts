import { readMachineSize, type MachineSize } from '../../lib/machine-size.ts';

export interface PoolLimits {
  /** Pages at once, in all browsers together. */
  maxPages: number;
  /** Pages beyond, for teams that have none. */
  sparePages: number;
  /** A browser that nobody used for so long ends. */
  idleMs: number;
  /** A browser of this age is replaced. */
  maxAgeMs: number;
  /** A browser that has opened so many tabs is replaced. */
  maxPagesPerBrowser: number;
  /** A browser whose processes hold more together is replaced. */
  maxResidentBytes: number;
  /** A process of a browser that holds more is killed at once. */
  maxRendererBytes: number;
  /** When the processes of a browser hold more together, its youngest renderers are killed at once. */
  maxBrowserBytes: number;
  /** A tab is used again so often. */
  maxVisitsPerTab: number;
  /** No tab is kept in a browser with a renderer larger than this: a page's garbage is collected late. */
  maxKeptRendererBytes: number;
  /** A tab is kept so long for the next visit of its job. */
  keepMs: number;
}

const MIB = 2 ** 20;
/** A heavy page with its share of the browser. */
const PAGE_BYTES = 250 * MIB;
/** A browser without pages, with room to grow. */
const BROWSER_BYTES = 512 * MIB;
/** Where there is memory for them: two teams that have none can come while a third has all. */
const MIN_SPARE_PAGES = 2;
const MAX_RENDERER_BYTES = 1024 * MIB;
/** The part of all memory that one browser may take. */
const MAX_BROWSER_SHARE = 0.6;

/**
 * More pages at once than cores only slow each other down: 8 on 2 cores make 24 % fewer a second than 2. Limits that
 * are given go before those that are chosen.
 */
export function choosePoolLimits(
  given: Partial<PoolLimits> = {},
  { cores, memoryBytes }: MachineSize = readMachineSize(),
): PoolLimits {
  const maxPages = given.maxPages ?? Math.max(1, Math.min(cores, Math.floor(memoryBytes / PAGE_BYTES)));
  const maxRendererBytes = given.maxRendererBytes ?? Math.min(MAX_RENDERER_BYTES, memoryBytes / 4);
  const roomLeft = Math.floor(memoryBytes / PAGE_BYTES) - maxPages;
  return {
    sparePages: Math.max(1, Math.min(roomLeft, Math.max(MIN_SPARE_PAGES, Math.ceil(maxPages / 2)))),
    idleMs: 20_000,
    maxAgeMs: 30 * 60_000,
    maxPagesPerBrowser: 1_000,
    maxResidentBytes: Math.min(BROWSER_BYTES + maxPages * 2 * PAGE_BYTES, memoryBytes / 2),
    maxBrowserBytes: Math.min(BROWSER_BYTES + maxPages * maxRendererBytes, memoryBytes * MAX_BROWSER_SHARE),
    maxVisitsPerTab: 200,
    maxKeptRendererBytes: Math.min(400 * MIB, maxRendererBytes / 2),
    keepMs: 5_000,
    ...given,
    maxPages,
    maxRendererBytes,
  };
}
