import type { CallOptions } from './cdp/pending-calls.ts';
import type { LivePage } from './page/live-page.ts';
import { findMediaElements } from './page-scripts/find-media.js';

/** Sound or film that a live page plays or has loaded. */
export interface LiveMedia {
  elements: Array<{
    url: string;
    kind: 'audio' | 'video';
    /** As the page says; '' when it does not. */
    mimeType: string;
    /** Pixels that its player fills. */
    area: number;
    /** A film without sound or controls that plays for ever: decoration. */
    isBackground: boolean;
  }>;
  network: Array<{ url: string; mimeType: string }>;
}

const MAX_ELEMENTS = 50;

/** Finds the sound and film that a settled page plays or offers, or has asked the network for. */
export async function findLiveMedia(live: LivePage, call: CallOptions): Promise<LiveMedia> {
  const elements = await live.call(findMediaElements, [MAX_ELEMENTS], call);
  return { elements, network: live.network.media.map(({ url, mimeType }) => ({ url, mimeType })) };
}
