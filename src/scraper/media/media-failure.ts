import { ServiceError } from '../../lib/service-error.ts';

/** The kind of a page's media that is wanted. */
export type MediaKind = 'audio' | 'video';

/** Nothing of the kind can be had from the page: why, as a sentence for the caller. */
export function mediaFailure(kind: MediaKind, message: string, cause?: unknown): ServiceError {
  const code = kind === 'audio' ? 'SCRAPE_AUDIO_UNSUPPORTED_URL' : 'SCRAPE_VIDEO_UNSUPPORTED_URL';
  return new ServiceError(code, { message, cause });
}
