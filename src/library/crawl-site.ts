import type { App } from '../app.ts';
import type { Document } from '../contract/documents/document.ts';
import { crawlRequest } from '../contract/requests/crawl.ts';
import { crawlSteps } from '../features/crawl/crawl-steps.ts';
import type { CrawlLook } from '../features/crawl/look-at-crawl.ts';
import { ServiceError } from '../lib/service-error.ts';
import { parseWith } from '../lib/validate.ts';
import type { CrawlCallOptions } from './calls.ts';
import { refuseServiceOptions, SERVICE_CRAWL_OPTIONS } from './service-options.ts';

/** The documents of one crawl; the crawl is cancelled when nobody reads on. A failed crawl throws its reason. */
export async function* crawlSite(
  open: () => Promise<App>,
  url: string,
  { signal, onEnd, ...options }: CrawlCallOptions = {},
): AsyncGenerator<Document, void, undefined> {
  signal?.throwIfAborted();
  refuseServiceOptions(options, SERVICE_CRAWL_OPTIONS);
  const input = parseWith(crawlRequest, { url, ...options }, { subject: 'The call' });
  const app = await open();
  const { id } = await app.startCrawl(app.operator, input, { given: options });
  await using stack = new AsyncDisposableStack();
  // A crawl that has ended is cancelled in vain.
  stack.defer(() => app.cancelJob(app.operator, 'crawl', id).then(nothing, nothing));
  stack.use(await app.workOn(id));
  const end = yield* readDocuments(app, id, signal);
  if (end.status !== 'completed') throw failureOf(end);
  onEnd?.({ ...(await app.jobErrors(app.operator, 'crawl', id)), warnings: end.warnings });
}

function nothing(): void {}

/** Each document as it comes; returns the end of the crawl. */
async function* readDocuments(
  { lookAtCrawl, inlineBlobs, operator }: Pick<App, 'lookAtCrawl' | 'inlineBlobs' | 'operator'>,
  id: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Document, CrawlLook, undefined> {
  const steps = crawlSteps(() => lookAtCrawl(operator, id), { signal });
  for (;;) {
    const { value, done } = await steps.next();
    signal?.throwIfAborted();
    if (done === true) return value;
    for (const document of value.documents) {
      signal?.throwIfAborted();
      yield await inlineBlobs(document);
    }
  }
}

function failureOf({ status, error }: CrawlLook): ServiceError {
  const reason = error === undefined ? '' : `: ${error}`;
  return new ServiceError('UNKNOWN_ERROR', {
    message: `The crawl ${status === 'failed' ? 'failed' : 'was cancelled'}${reason}`,
  });
}
