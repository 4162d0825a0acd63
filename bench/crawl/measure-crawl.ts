import { measureCpu } from '../cpu-usage.ts';
import type { CrawlOutcome, ContenderKind, ContenderOptions } from './contender.ts';
import { sampleMemory } from './sample-memory.ts';

/** Reading the memory of a tree costs a few ms of CPU time, which no contender pays. */
const SAMPLE_MS = 500;

/** One crawl of all pages, by a contender that has crawled before. */
export interface MeasuredCrawl extends CrawlOutcome {
  /** Wall time from the order to the answer that all is done. */
  seconds: number;
  /** CPU seconds of its whole tree meanwhile, and the part of all but its first process. */
  cpuSeconds: number;
  databaseCpuSeconds: number;
  /** The same of the process that served the pages. */
  pageServerCpuSeconds: number;
  /** Proportional set size of its tree at its largest. */
  peakBytes: number;
  /** What the site saw: requests for pages, and different pages among them. */
  requests: number;
  requestedPages: number;
}

/** Starts a contender, lets it warm up on another site, and measures one crawl. */
export async function measureCrawl(
  kind: ContenderKind,
  options: ContenderOptions,
  { pages, warmUpPages }: { pages: number; warmUpPages: number },
): Promise<MeasuredCrawl> {
  const { web, signal } = options;
  await using contender = await kind.open(options);
  if (warmUpPages > 0) await contender.crawl(web.warmUpUrl, warmUpPages);
  signal.throwIfAborted();
  await web.takeCounts();
  using memory = sampleMemory(contender.pid, SAMPLE_MS);
  const from = performance.now();
  const { cpu } = await measureCpu({ servicePid: contender.pid, webPid: web.pid }, () =>
    contender.crawl(web.startUrl, pages),
  );
  const seconds = (performance.now() - from) / 1000;
  const peakBytes = memory.peakBytes();
  const counts = await web.takeCounts();
  return {
    seconds,
    cpuSeconds: cpu.service + cpu.database,
    databaseCpuSeconds: cpu.database,
    pageServerCpuSeconds: cpu.pageServer,
    peakBytes,
    requests: counts.requests,
    requestedPages: counts.pages,
    ...(await contender.outcome()),
  };
}
