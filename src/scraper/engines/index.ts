import type { Engine } from './engine.ts';

/** The ways to fetch a page: the cheap one first, the other when it is not enough. */
export interface Engines {
  readonly http: Engine;
  /** The engine with a browser; undefined where no browser may be started. */
  readonly browser: BrowserEngine | undefined;
}

/** The engine that shows pages in a browser. */
export interface BrowserEngine extends Engine {
  /** One sentence with the variable to set when no browser can be had. */
  problem(): Promise<string | undefined>;
}
