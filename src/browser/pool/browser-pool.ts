import type { CdpConnection } from '../cdp/cdp-connection.ts';
import type { Browser, ContextEgress } from '../start/open-browser.ts';
import type { BrowserContext, BrowserPage } from '../start/open-context.ts';

/** The means of a visit; made by the request's `open`. */
export interface Tab extends AsyncDisposable {
  /** Whether it may serve another visit. */
  readonly isReusable: boolean;
}

/** A fresh page in a fresh context, on which nothing is enabled yet (but `Inspector` when it may be used again). */
export interface RawTab {
  browser: Browser;
  context: BrowserContext;
  page: BrowserPage;
  connection: CdpConnection;
}

/** A way out for one tab. */
export type TabEgress = ContextEgress;

/** The tab that a visit asks for. */
export interface LeaseRequest<T extends Tab> {
  /** Needs the browser with WebGL, which is another process. */
  hasWebGl: boolean;
  /** Teams take turns; one that shows no page does not wait for those that show all. Empty: nobody's in particular. */
  teamId: string;
  /** Waits behind those of its team that are not. */
  isBackground: boolean;
  /** Called once, when there was a place; 0 when it was free at once. */
  onPlace?: ((waitedMs: number) => void) | undefined;
  /**
   * In a browser that shows this page only and ends with it: when pages were lost with their browser, the one that brought
   * it down must not do so to the others again.
   */
  isAlone?: boolean | undefined;
  /** Opens the way out of the tab's own context in this browser; disposed with the tab. */
  openEgress(browser: Browser): Promise<TabEgress>;
  /**
   * Makes the tab in its fresh context. The tab is disposed while its context is being closed: it must not count on a
   * page that still answers. May be called twice when the browser ends meanwhile.
   */
  open(raw: RawTab, signal: AbortSignal): Promise<T>;
  /**
   * Same key = same team, same job, equal options: a tab that was given back is used again, with its context and its way
   * out. Every request with a key makes the same kind of tab. A context of its own when absent.
   */
  reuseKey?: string | undefined;
}

/**
 * A tab for one visit. Disposing the lease frees the tab for others at once; the rest of its page is closed behind it.
 */
export interface TabLease<T extends Tab> extends AsyncDisposable {
  readonly tab: T;
  readonly isReused: boolean;
  /** It must not serve another visit, whatever it says itself. */
  spoil(): void;
}

/** The state of the pool, for metrics and health. */
export interface PoolStats {
  /** Running, those that only finish their last pages too. */
  browsers: number;
  /** Leases that are out; more than `maxPages` while teams that hold none have spare places. */
  pages: number;
  maxPages: number;
  /** Tabs that wait for another visit of their job. */
  keptTabs: number;
  /** Requests without a place. */
  waiting: number;
  /** Bytes of all processes of all browsers; 0 where they cannot be told. */
  residentBytes: number;
  /** Since the pool was opened. */
  startedBrowsers: number;
  /** Since the pool was opened: processes that outgrew their limit. */
  killedProcesses: number;
}

/** Browsers that are there when somebody needs a page, and gone when nobody does. */
export interface BrowserPool extends AsyncDisposable {
  /**
   * A tab for one page's visit. Waits for a place, at most until the signal aborts: rejects with its reason then, and with a
   * `ServiceError` for the operator when there is no browser.
   */
  lease<T extends Tab>(request: LeaseRequest<T>, signal: AbortSignal): Promise<TabLease<T>>;
  stats(): PoolStats;
  /** One sentence with the variable to set when no browser can be had; does not start one. */
  problem(): Promise<string | undefined>;
}
