import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { LabelledPage } from './labelled-pages.ts';
import type { PageScore } from './score-page.ts';

/** Scores all pages, one thread per core, in the order of `pages`. */
export async function scoreInThreads(pages: readonly LabelledPage[]): Promise<PageScore[]> {
  const threads = availableParallelism();
  const shares = Array.from({ length: threads }, (_, thread) =>
    pages.filter((_page, at) => at % threads === thread),
  );
  const scored = await Promise.all(shares.map(scoreShare));
  return pages.map((_, at) => scored[at % threads]![Math.floor(at / threads)]!);
}

async function scoreShare(share: readonly LabelledPage[]): Promise<PageScore[]> {
  const worker = new Worker(new URL('./score-worker.ts', import.meta.url), { workerData: share });
  return await new Promise<PageScore[]>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
}
