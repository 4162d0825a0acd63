import type { ScrapeOptions } from '../../contract/scrape-options.ts';
import type { Deadline } from '../../lib/deadline.ts';
import type { Page } from '../page.ts';
import type { Trace } from '../trace.ts';

export interface EngineRequest {
  url: URL;
  options: ScrapeOptions;
  deadline: Deadline;
  trace: Trace;
  /** Asked before a redirect of any kind is followed; throwing ends the scrape with that error. */
  onRedirect?: ((target: URL) => void | Promise<void>) | undefined;
}

/** Expected outcomes are values: a page, or a reason why another engine has to look at it. */
export type EngineResult = { kind: 'page'; page: Page } | { kind: 'escalate'; reason: string };

/** A way to fetch a page. */
export interface Engine {
  readonly name: string;
  fetch(request: EngineRequest): Promise<EngineResult>;
}
