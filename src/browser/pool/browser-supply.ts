import { ServiceError } from '../../lib/service-error.ts';
import { browserFailure } from '../browser-failure.ts';
import type { Browser } from '../start/open-browser.ts';
import { PooledBrowser, type PooledBrowserOptions } from './pooled-browser.ts';

export interface StartRequest {
  hasWebGl: boolean;
  /** Aborts when the pool is closed. */
  signal: AbortSignal;
}

/** Rejects with a `ServiceError` for the operator. */
export type StartBrowser = (request: StartRequest) => Promise<Browser>;

interface SupplyOptions extends PooledBrowserOptions {
  start: () => Promise<Browser>;
}

/** After a failure nobody tries again for so long: what all who wait would do at once. */
const FAILURE_KEPT_MS = 2_000;

/** Browsers of one kind: one that takes new tabs, started when it is asked for, and those that it has replaced. */
export class BrowserSupply {
  readonly #options: SupplyOptions;
  readonly #running = new Set<PooledBrowser>();
  #current: PooledBrowser | undefined;
  #starting: Promise<PooledBrowser> | undefined;
  readonly #others = new Set<Promise<PooledBrowser>>();
  #failure: { error: unknown; until: number } | undefined;
  #started = 0;

  constructor(options: SupplyOptions) {
    this.#options = options;
  }

  get running(): ReadonlySet<PooledBrowser> {
    return this.#running;
  }

  get startedBrowsers(): number {
    return this.#started;
  }

  /** One that takes a tab now; those who ask at the same time share one start. */
  async get(): Promise<PooledBrowser> {
    this.#current?.check();
    if (this.#current && !this.#current.isRetired) return this.#current;
    const { clock } = this.#options;
    if (this.#failure && clock.now() < this.#failure.until) throw this.#failure.error;
    this.#starting ??= this.#startCurrent().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** A new one for the caller only, who retires it when its tab is open. */
  async getAnother(): Promise<PooledBrowser> {
    const starting = this.#start();
    this.#others.add(starting);
    return starting.finally(() => this.#others.delete(starting));
  }

  /** Ends all of them, the one that is being started too; returns when nothing is left. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#starting, ...this.#others]);
    await Promise.all([...this.#running].map((browser) => browser.close()));
  }

  async #startCurrent(): Promise<PooledBrowser> {
    const started = await this.#start();
    this.#current = started;
    return started;
  }

  async #start(): Promise<PooledBrowser> {
    const { start, clock, log } = this.#options;
    const from = clock.now();
    try {
      const browser = await start();
      const pooled = new PooledBrowser(browser, this.#options, (gone) => this.#running.delete(gone));
      this.#running.add(pooled);
      this.#started += 1;
      this.#failure = undefined;
      const { version, processId: pid, isSandboxed } = browser;
      log.debug('a browser has started', { version, pid, isSandboxed, ms: Math.round(clock.now() - from) });
      return pooled;
    } catch (cause) {
      const error = cause instanceof ServiceError ? cause : browserFailure('could not be started', cause);
      this.#failure = { error, until: clock.now() + FAILURE_KEPT_MS };
      throw error;
    }
  }
}
