import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../app.ts';
import type { CrawlLook } from '../../features/crawl/look-at-crawl.ts';
import type { CrawlOutput } from './crawl-output.ts';
import type { CrawlProgress } from './crawl-progress.ts';

/** Between two looks at a crawl. */
const LOOK_EVERY_MS = 250;

export interface FollowOptions {
  jobId: string;
  output: CrawlOutput;
  progress: CrawlProgress;
  signal: AbortSignal;
}

/** Writes what a crawl brings as it comes; resolves to its end, or to undefined when the signal came first. */
export async function followCrawl(
  { lookAtCrawl, inlineBlobs, operator }: Pick<App, 'lookAtCrawl' | 'inlineBlobs' | 'operator'>,
  { jobId, output, progress, signal }: FollowOptions,
): Promise<CrawlLook | undefined> {
  for (;;) {
    const look = await lookAtCrawl(operator, jobId);
    progress.show(look);
    while (output.written < look.done && !signal.aborted)
      await output.write(await Promise.all((await look.documentsFrom(output.written)).map(inlineBlobs)));
    if (signal.aborted) return undefined;
    if (look.status !== 'scraping') return look;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
