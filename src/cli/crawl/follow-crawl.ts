import { crawlSteps } from '../../features/crawl/crawl-steps.ts';
import type { CrawlHost, HostLook } from './crawl-host.ts';
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
  host: Pick<CrawlHost, 'look' | 'lookEveryMs' | 'withFiles'>,
  { jobId, output, progress, signal }: FollowOptions,
): Promise<HostLook | undefined> {
  const { lookEveryMs } = host;
  const steps = crawlSteps(() => host.look(jobId), { from: output.written, signal, lookEveryMs });
  try {
    for (;;) {
      const { value, done } = await steps.next();
      if (done === true) return signal.aborted ? undefined : value;
      progress.show(value.look);
      const { documents } = value;
      if (documents.length > 0) await output.write(await Promise.all(documents.map(host.withFiles)));
    }
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
