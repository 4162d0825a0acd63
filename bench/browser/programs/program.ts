import type { BenchBrowser } from '../find-bench-browser.ts';

/**
 * When a page is read: as soon as it says itself that its content is there, by the shortest way (`mark`) or as the
 * program's documentation shows it (`selector`), or when the program takes it for done; `smart` is Decant's wait.
 */
export type WaitKind = 'mark' | 'selector' | 'smart' | 'networkidle' | 'load+1000ms';

export interface VisitOptions {
  wait: WaitKind;
  /** One tab for all pages that are shown one after another, instead of a context of its own for each. */
  isSameTab: boolean;
  signal: AbortSignal;
}

export interface Visit {
  html: string;
  /** From going to the address until the HTML was there; what comes before and after it is not in it. */
  shownMs: number;
}

/** One page of `WAIT_PAGES`, read when the program took it for done. */
export interface Awaited {
  /** The HTML of all frames that the program can read. */
  html: string;
  /** ms since 1970, when the wait was over. */
  doneAt: number;
  /** ms since 1970, when the page's last content came; later than `doneAt` when it was not waited for. */
  contentAt: number;
  /** The wait ended by its own limit. */
  hasTimedOut: boolean;
  waitedMs: number;
}

export interface AwaitOptions {
  wait: WaitKind;
  /** An expression: ms since 1970 when the page's last content came. */
  contentAt: string;
  maxMs: number;
  signal: AbortSignal;
}

/** A way to drive the browser, started and ready. */
export interface Program extends AsyncDisposable {
  visit(url: string, options: VisitOptions): Promise<Visit>;
  /** Undefined where there is no wait but the page's mark. */
  awaitContent?(url: string, options: AwaitOptions): Promise<Awaited>;
}

export interface ProgramOptions {
  browser: BenchBrowser;
  /** Decant's own: after so long without a page its browser ends. */
  idleMs?: number;
}

export type OpenProgram = (options: ProgramOptions) => Promise<Program>;
