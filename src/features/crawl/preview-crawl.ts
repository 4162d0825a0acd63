import type { Caller } from '../../accounts/caller.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { crawlParamsPreview } from '../../contract/endpoints/crawl-params-preview.ts';
import { toTarget } from '../../lib/addresses/url.ts';
import type { ReadCrawlWords } from './words/read-crawl-words.ts';

type Reply = EndpointReply<typeof crawlParamsPreview>;

export interface PreviewCrawlParts {
  readCrawlWords: ReadCrawlWords;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed: (hostname: string) => boolean;
}

/** POST /v2/crawl/params-preview: the options that a crawl with this prompt would have. */
export function createPreviewCrawl({ readCrawlWords, isHostAllowed }: PreviewCrawlParts) {
  return async function previewCrawl(
    caller: Caller,
    { url, prompt }: EndpointInput<typeof crawlParamsPreview>['body'],
    signal: AbortSignal,
  ): Promise<Reply> {
    const { options, warning } = await readCrawlWords({
      prompt,
      start: toTarget(url, { isHostAllowed }),
      teamId: caller.team.id,
      given: {},
      headers: {},
      isSecret: false,
      isLocked: false,
      signal,
    });
    return { success: true, data: { url, ...options }, ...(warning !== undefined && { warning }) };
  };
}
