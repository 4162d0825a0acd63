import type { Log } from '../../lib/log/log.ts';
import type { Browser } from '../start/open-browser.ts';
import type { PoolClock } from './pool-clock.ts';
import type { PoolLimits } from './pool-size.ts';
import type { PooledTab } from './pooled-tab.ts';
import type { GroupMemory } from './watch-memory.ts';

export interface PooledBrowserOptions {
  limits: PoolLimits;
  clock: PoolClock;
  log: Log;
  memoryOf(group: number): GroupMemory;
  /** Called when it takes no new tabs any more. */
  onRetired(browser: PooledBrowser): void;
}

/** Pages that live swell a browser as leaks do: one that is younger is not replaced for its size. */
const MIN_AGE_FOR_SIZE_MS = 10_000;

/** A browser with its tabs. A retired browser takes no new tabs and ends with its last one. */
export class PooledBrowser {
  readonly browser: Browser;
  /** Those that are leased, kept or being closed. */
  readonly tabs = new Set<PooledTab>();
  readonly #options: PooledBrowserOptions;
  readonly #startedAt: number;
  #openedTabs = 0;
  #users = 0;
  #isRetired = false;
  #hasEnded = false;
  #isClosing = false;
  #cancelIdle: (() => void) | undefined;

  /** `onGone` is called once, when nothing is left of it. */
  constructor(browser: Browser, options: PooledBrowserOptions, onGone: (browser: PooledBrowser) => void) {
    this.browser = browser;
    this.#options = options;
    this.#startedAt = options.clock.now();
    // The connection goes first, the last process a moment later; one that only lost its connection has to go as well.
    void browser.connection.closed.then(() => {
      this.#end();
      return browser.close();
    });
    void browser.exited.then((how) => {
      const { log } = options;
      if (this.#isClosing) log.debug('a browser has ended', { how, pid: browser.processId });
      else log.warn('a browser has ended by itself', { how, pid: browser.processId });
      this.#end();
      onGone(this);
    });
    this.#startIdling();
  }

  get isRetired(): boolean {
    return this.#isRetired;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Retires it when it is due to be replaced. */
  check(): void {
    const why = this.#isRetired ? undefined : this.#whyDue();
    if (why !== undefined) this.retire(why);
  }

  retire(why: string): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#cancelIdle?.();
    this.#options.log.debug('a browser takes no more pages', { why, pid: this.browser.processId });
    this.#options.onRetired(this);
    this.#closeWhenEmpty();
  }

  add(tab: PooledTab): void {
    this.tabs.add(tab);
    this.#openedTabs += 1;
  }

  remove(tab: PooledTab): void {
    this.tabs.delete(tab);
    this.#closeWhenEmpty();
  }

  /** Counts one lease; it does not idle meanwhile. */
  beginUse(): void {
    this.#users += 1;
    this.#cancelIdle?.();
  }

  endUse(): void {
    this.#users -= 1;
    if (this.#users === 0) this.#startIdling();
  }

  /** Ends it with all its tabs, whatever it does. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.retire('closed');
    await this.browser.close();
  }

  /** Whether a tab may stay for another visit. */
  canKeepTabs(): boolean {
    this.check();
    if (this.#isRetired) return false;
    const { largestRendererBytes } = this.#options.memoryOf(this.browser.processId);
    return largestRendererBytes <= this.#options.limits.maxKeptRendererBytes;
  }

  #whyDue(): string | undefined {
    const { limits, clock, memoryOf } = this.#options;
    const ageMs = clock.now() - this.#startedAt;
    if (ageMs > limits.maxAgeMs) return 'age';
    if (this.#openedTabs >= limits.maxPagesPerBrowser) return 'pages';
    if (ageMs < MIN_AGE_FOR_SIZE_MS) return undefined;
    return memoryOf(this.browser.processId).residentBytes > limits.maxResidentBytes ? 'memory' : undefined;
  }

  #startIdling(): void {
    if (this.#isRetired) return;
    const { clock, limits } = this.#options;
    this.#cancelIdle?.();
    this.#cancelIdle = clock.after(limits.idleMs, () => this.retire('idle'));
  }

  #closeWhenEmpty(): void {
    if (!this.#isRetired || this.#hasEnded || this.#isClosing || this.tabs.size > 0) return;
    this.#isClosing = true;
    void this.browser.close();
  }

  #end(): void {
    this.#hasEnded = true;
    this.retire('ended');
  }
}
