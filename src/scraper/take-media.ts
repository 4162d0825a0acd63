import { atFirstCall } from '../lib/sharing/at-first-call.ts';
import type { FetchOutcome } from './fetch/fetch-and-convert.ts';
import type { PageTask } from './page-task.ts';
import { wantedMedia } from './media/wanted-media.ts';
import type { TakeMediaParts, TakenMedia } from './take-wanted-media.ts';

/**
 * Fetches the sound and film of a page that a request asks for. Throws what `fetchMedia` throws: a format that was asked
 * for and cannot be had is no page to pay for.
 */
export type TakeMedia = (request: PageTask, fetched: FetchOutcome) => Promise<TakenMedia>;

export function createTakeMedia(parts: TakeMediaParts): TakeMedia {
  const takeWanted = atFirstCall(async () =>
    (await import('./take-wanted-media.ts')).createTakeWantedMedia(parts),
  );
  return async function takeMedia(request, fetched) {
    const wanted = wantedMedia(request.options);
    return wanted.length === 0 ? { content: {}, warnings: [] } : takeWanted(request, fetched, wanted);
  };
}
