import type { Page, Rendering } from '../page.ts';
import type { RunningScrape } from '../page-task.ts';

/** A running scrape on one of the ways to its page; `throughProxies` may try several. */
export interface EngineRequest extends RunningScrape, PageWay {}

/** The way to a page: which identity the request shows, and whose address. */
export interface PageWay {
  /** `enhanced`: the best identity that there is. */
  identity: 'basic' | 'enhanced';
  /** The proxy to go through; undefined: directly. */
  upstream: URL | undefined;
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
