import type { SectionReport } from '../section.ts';
import type { Bar } from './bar.ts';
import type { AppWeb } from './app-web.ts';
import type { BenchBrowser } from './find-bench-browser.ts';

/** What every section is given. */
export interface BrowserBench {
  web: AppWeb;
  /** The one Chromium that all contenders drive. */
  browser: BenchBrowser;
  rounds: number;
  /** Less of everything, for a first impression. */
  isQuick: boolean;
  /** Pages at once: the number of cores. */
  concurrency: number;
  signal: AbortSignal;
}

/** One thing that is measured. It starts what it needs and ends it; it throws when a page did not come as it should. */
export type BrowserSection = (bench: BrowserBench) => Promise<BrowserReport>;

export interface BrowserReport extends SectionReport {
  /** What is promised of it, with what was measured. */
  bars: readonly Bar[];
}
