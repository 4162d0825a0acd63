import type { CrawlSection } from '../crawl-section.ts';
import { comparison } from './comparison.ts';
import { frontier } from './frontier.ts';
import { memoryGrowth } from './memory-growth.ts';
import { pollers } from './pollers.ts';
import { workers } from './workers.ts';

/** Everything that can be measured of crawls, in the order of the report. */
export const crawlSections = {
  compare: comparison,
  memory: memoryGrowth,
  pollers,
  frontier,
  workers,
} satisfies Record<string, CrawlSection>;

export type CrawlSectionName = keyof typeof crawlSections;
export const CRAWL_SECTION_NAMES = Object.keys(crawlSections) as CrawlSectionName[];
