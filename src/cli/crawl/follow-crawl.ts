import type { App } from '../../app.ts';
import { crawlSteps } from '../../features/crawl/crawl-steps.ts';
import type { CrawlLook } from '../../features/crawl/look-at-crawl.ts';
import type { CrawlOutput } from './crawl-output.ts';
import type { CrawlProgress } from './crawl-progress.ts';

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
  const steps = crawlSteps(() => lookAtCrawl(operator, jobId), { from: output.written, signal });
  for (;;) {
    const { value, done } = await steps.next();
    if (done === true) return signal.aborted ? undefined : value;
    progress.show(value.look);
    const { documents } = value;
    if (documents.length > 0) await output.write(await Promise.all(documents.map(inlineBlobs)));
  }
}
