import { decantMainContent, decantWholePage } from './decant.ts';
import { htmlparser2Turndown } from './htmlparser2-turndown.ts';
import { linkedomReadabilityTurndown } from './linkedom-readability-turndown.ts';
import type { Peer } from './peer.ts';

/** In the order of the table: each of ours before the peer that it is to be compared with. */
export const peers: readonly Peer[] = [
  decantWholePage,
  htmlparser2Turndown,
  decantMainContent,
  linkedomReadabilityTurndown,
];
