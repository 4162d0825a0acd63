import { playedBrave } from './brave.ts';
import { playedExa } from './exa.ts';
import { playedFirecrawl } from './firecrawl.ts';
import type { PlayedProvider } from './played-provider.ts';
import { playedSearxng } from './searxng.ts';
import { playedSerper } from './serper.ts';
import { playedTavily } from './tavily.ts';

/** Every provider, played. */
export const PLAYED_PROVIDERS: readonly PlayedProvider[] = [
  playedSearxng,
  playedBrave,
  playedSerper,
  playedFirecrawl,
  playedTavily,
  playedExa,
];
