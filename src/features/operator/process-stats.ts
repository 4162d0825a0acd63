import { performance } from 'node:perf_hooks';
import type { BrowserPool } from '../../browser/pool/browser-pool.ts';
import type { ReaderPool } from '../../readers/process/reader-pool.ts';
import type { PageMemory } from '../../scraper/memory/page-memory.ts';
import type { ProcessStats } from './processes.ts';

interface StatsParts {
  pool: Pick<BrowserPool, 'stats'>;
  readers: Pick<ReaderPool, 'stats'>;
  pageMemory: Pick<PageMemory, 'stats'>;
}

/** Reads the numbers of this process; the share of its main thread is that since it was called before. */
export function createReadProcessStats({ pool, readers, pageMemory }: StatsParts): () => ProcessStats {
  const before = { loop: performance.eventLoopUtilization() };
  return function readProcessStats() {
    const loop = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(loop, before.loop);
    before.loop = loop;
    const { browsers, pages, maxPages, waiting, residentBytes, killedProcesses } = pool.stats();
    const { bodyBytes, arrivedBytes, workBytes, waiting: waitingForMemory } = pageMemory.stats();
    return {
      residentBytes: process.memoryUsage.rss(),
      mainThreadBusy: Math.round(utilization * 1_000) / 1_000,
      browsers: { running: browsers, pages, maxPages, waiting, residentBytes, killedProcesses },
      readers: readers.stats(),
      pageMemory: { takenBytes: bodyBytes + arrivedBytes + workBytes, waiting: waitingForMemory },
    };
  };
}
