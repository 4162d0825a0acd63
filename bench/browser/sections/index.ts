import type { BrowserSection } from '../browser-section.ts';
import { api } from './api.ts';
import { crawl } from './crawl.ts';
import { heavy } from './heavy.ts';
import { memory } from './memory.ts';
import { reuse } from './reuse.ts';
import { simple } from './simple.ts';
import { wait } from './wait.ts';

/** Everything that can be measured of the browser, in the order of the report. */
export const browserSections = { simple, heavy, reuse, wait, api, memory, crawl } satisfies Record<
  string,
  BrowserSection
>;

export type BrowserSectionName = keyof typeof browserSections;
export const BROWSER_SECTION_NAMES = Object.keys(browserSections) as BrowserSectionName[];
