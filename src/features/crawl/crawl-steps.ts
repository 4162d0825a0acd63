import type { Document } from '../../contract/documents/document.ts';
import { sleep } from '../../lib/time/sleep.ts';
import type { CrawlLook } from './look-at-crawl.ts';

/** Between two looks at a crawl. */
const LOOK_EVERY_MS = 250;

/** The part of a look that following takes. */
type Followed = Pick<CrawlLook, 'status' | 'done' | 'documentsFrom'>;

/** A look at a crawl, and documents that it has brought. */
export interface CrawlStep<Look extends Followed = CrawlLook> {
  look: Look;
  documents: readonly Document[];
}

/**
 * Follows a crawl until it ends or the signal aborts: each look is a step, and so is each list of further documents, those
 * before `from` left out. Returns the last look.
 */
export async function* crawlSteps<Look extends Followed>(
  lookAtCrawl: () => Promise<Look>,
  {
    from = 0,
    signal,
    lookEveryMs = LOOK_EVERY_MS,
  }: { from?: number; signal: AbortSignal | undefined; lookEveryMs?: number | undefined },
): AsyncGenerator<CrawlStep<Look>, Look, undefined> {
  const isLeft = (): boolean => signal?.aborted === true;
  for (let read = from; ; await sleep(lookEveryMs, signal).catch(nothing)) {
    const look = await lookAtCrawl();
    yield { look, documents: [] };
    while (read < look.done && !isLeft()) {
      const documents = await look.documentsFrom(read);
      read += documents.length;
      yield { look, documents };
    }
    if (isLeft() || look.status !== 'scraping') return look;
  }
}

function nothing(): void {}
