import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import type { Deadline } from '../../lib/deadline.ts';
import type { ScrapeMemory } from '../memory/scrape-memory.ts';
import type { Page, Rendering } from '../page.ts';
import type { Trace } from '../trace.ts';

export interface EngineRequest {
  url: URL;
  options: ScrapeOptions;
  deadline: Deadline;
  trace: Trace;
  memory: ScrapeMemory;
  /** Asked before a redirect of any kind is followed; throwing ends the scrape with that error. */
  onRedirect?: ((target: URL) => void | Promise<void>) | undefined;
  /** The proxy to go through; directly when absent. */
  upstream?: URL | undefined;
  /** With the best identity that there is. */
  isEnhanced?: boolean | undefined;
  /** Whose storage and which job it is for: only these may share a tab. */
  teamId?: string | undefined;
  jobId?: string | undefined;
  /** Nobody waits for this page alone. */
  isBackground?: boolean | undefined;
}

/** Expected outcomes are values: a page, or a reason why another engine has to look at it. */
export type EngineResult =
  | { kind: 'page'; page: Page }
  | {
      kind: 'escalate';
      reason: string;
      rendered?: Rendering;
      /** The header by which the site knows the user of a profile. */
      cookie?: string;
    };

/** A way to fetch a page. */
export interface Engine {
  readonly name: string;
  fetch(request: EngineRequest): Promise<EngineResult>;
}
