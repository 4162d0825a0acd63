import type { Section } from '../section.ts';
import { cacheHits } from './cache-hits.ts';
import { conversion } from './conversion.ts';
import { cores } from './cores.ts';
import { latency } from './latency.ts';
import { limit } from './limit.ts';
import { memory } from './memory.ts';
import { sessions } from './sessions.ts';
import { watching } from './watching.ts';
import { throughput } from './throughput.ts';

/** Everything that can be measured, in the order of the report. */
export const sections = {
  latency,
  throughput,
  cores,
  cache: cacheHits,
  conversion,
  memory,
  limit,
  sessions,
  watching,
} satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;
export const SECTION_NAMES = Object.keys(sections) as SectionName[];
