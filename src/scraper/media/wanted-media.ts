import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import type { MediaCandidate } from './find-media.ts';
import type { MediaKind } from './media-failure.ts';

/** Which media a request asks for. */
export function wantedMedia({ formats }: Pick<ScrapeOptions, 'formats'>): MediaKind[] {
  return (['audio', 'video'] as const).filter((kind) => formats.some(({ type }) => type === kind));
}

/** Lists the wanted media that no candidate can be. A film has sound too. */
export function missingMedia(
  wanted: readonly MediaKind[],
  candidates: readonly MediaCandidate[] = [],
): MediaKind[] {
  return wanted.filter((kind) => !candidates.some((found) => kind === 'audio' || found.kind === kind));
}
