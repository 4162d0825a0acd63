import type { Log } from '../../lib/log/log.ts';
import { Places, type Place } from '../../lib/turns/places.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import { browserFailure } from '../browser-failure.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { BrowserPool, LeaseRequest, PoolStats, Tab, TabLease } from './browser-pool.ts';
import { BrowserSupply, type StartBrowser } from './browser-supply.ts';
import { KeptTabs } from './kept-tabs.ts';
import { systemPoolClock, type PoolClock } from './pool-clock.ts';
import { choosePoolLimits, type PoolLimits } from './pool-size.ts';
import type { PooledBrowser } from './pooled-browser.ts';
import { PooledTab } from './pooled-tab.ts';
import { createMemoryWatch, type KilledProcess, type MemoryWatch } from './watch-memory.ts';

export interface BrowserPoolOptions {
  /** How browsers are had. */
  start: StartBrowser;
  /** Why none can be had, without starting one; never a problem when absent. */
  problem?: () => Promise<string | undefined>;
  /** The rest is chosen by the size of the machine. */
  limits?: Partial<PoolLimits>;
  clock?: PoolClock;
  log: Log;
}

/** A place is given on while the page that left it is still being closed, but a browser with much to close gets this long. */
const CLOSING_GRACE_MS = 40;

const WARN_EVERY_MS = 1_000;

/** Browsers that are asked for before it is plain that they do not live. */
const MAX_TRIES = 3;

/** A pool that starts nothing before the first lease. Disposing it ends all browsers and fails those who wait. */
export function openBrowserPool(options: BrowserPoolOptions): BrowserPool {
  return new Pool(options);
}

interface LeaseFacts {
  place: Place;
  isReused: boolean;
  key: string | undefined;
}

class Pool implements BrowserPool {
  readonly #limits: PoolLimits;
  readonly #clock: PoolClock;
  readonly #log: Log;
  readonly #problem: (() => Promise<string | undefined>) | undefined;
  readonly #places: Places;
  readonly #kept: KeptTabs;
  readonly #memory: MemoryWatch;
  readonly #plain: BrowserSupply;
  readonly #withWebGl: BrowserSupply;
  readonly #ending = new AbortController();
  readonly #closings = new Set<Promise<void>>();
  #killedProcesses = 0;
  #warnedAt = -Infinity;
  #closed: Promise<void> | undefined;

  constructor({ start, problem, limits, clock = systemPoolClock, log }: BrowserPoolOptions) {
    this.#limits = choosePoolLimits(limits);
    this.#clock = clock;
    this.#log = log;
    this.#problem = problem;
    this.#places = new Places({ count: this.#limits.maxPages, spares: this.#limits.sparePages });
    this.#kept = new KeptTabs({
      keepMs: this.#limits.keepMs,
      clock,
      onDropped: (tab) => void this.#discard(tab),
    });
    this.#memory = createMemoryWatch({
      groups: () => this.#browsers().map(({ browser }) => browser.processId),
      maxProcessBytes: this.#limits.maxRendererBytes,
      maxGroupBytes: this.#limits.maxBrowserBytes,
      onKilled: (killed) => this.#noteKilled(killed),
      onCrippled: (group) => this.#giveUp(group),
      clock,
    });
    const createSupply = (hasWebGl: boolean): BrowserSupply =>
      new BrowserSupply({
        start: () => start({ hasWebGl, signal: this.#ending.signal }),
        limits: this.#limits,
        clock,
        log,
        memoryOf: (group) => this.#memory.memoryOf(group),
        onRetired: (browser) => this.#kept.dropOf(browser),
      });
    this.#plain = createSupply(false);
    this.#withWebGl = createSupply(true);
  }

  async lease<T extends Tab>(request: LeaseRequest<T>, signal: AbortSignal): Promise<TabLease<T>> {
    const place = await this.#places.take(request, signal);
    request.onPlace?.(place.waitedMs);
    try {
      const key = request.reuseKey === undefined ? undefined : `${request.hasWebGl} ${request.reuseKey}`;
      const kept = key === undefined || request.isAlone ? undefined : await this.#takeKept(key);
      const pooled = kept ?? (await this.#open(request, signal));
      pooled.visits += 1;
      return this.#createLease<T>(pooled, { place, isReused: kept !== undefined, key });
    } catch (error) {
      place[Symbol.dispose]();
      throw error;
    }
  }

  stats(): PoolStats {
    const browsers = this.#browsers();
    const sizes = browsers.map(({ browser }) => this.#memory.memoryOf(browser.processId).residentBytes);
    return {
      browsers: browsers.length,
      pages: this.#places.taken,
      maxPages: this.#limits.maxPages,
      keptTabs: this.#kept.size,
      waiting: this.#places.waiting,
      residentBytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
      startedBrowsers: this.#plain.startedBrowsers + this.#withWebGl.startedBrowsers,
      killedProcesses: this.#killedProcesses,
    };
  }

  async problem(): Promise<string | undefined> {
    return this.#problem?.();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const reason = new ServiceError('SERVICE_UNAVAILABLE', { message: 'The browsers are being closed' });
    this.#places.close(reason);
    this.#ending.abort(reason);
    for (const { tabs } of this.#browsers()) for (const tab of tabs) void this.#discard(tab);
    await Promise.all([this.#plain.close(), this.#withWebGl.close()]);
    await Promise.all(this.#closings);
    this.#memory[Symbol.dispose]();
  }

  #noteKilled(killed: KilledProcess): void {
    this.#killedProcesses += 1;
    const now = this.#clock.now();
    // A page with a hundred frames makes for a hundred of these.
    if (now - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now;
    this.#log.warn('a process of a browser held too much memory and was killed', { ...killed });
  }

  /** Those who wait for its pages learn that they have to go elsewhere; it is ended when its connection is. */
  #giveUp(group: number): void {
    const crippled = this.#browsers().find(({ browser }) => browser.processId === group);
    if (!crippled) return;
    this.#log.warn('a browser has lost its processes and is ended', { pid: group });
    crippled.browser.connection.close(new CdpError('closed', 'The browser has lost its processes'));
  }

  #browsers(): PooledBrowser[] {
    return [...this.#plain.running, ...this.#withWebGl.running];
  }

  /** One of the same key, which is in use then. */
  async #takeKept(key: string): Promise<PooledTab | undefined> {
    const kept = this.#kept.take(key);
    kept?.owner.beginUse();
    if (!kept || (await kept.hasLeft())) return kept;
    kept.owner.endUse();
    void this.#discard(kept);
    return undefined;
  }

  /** A new tab, which is in use; tried again once when the browser ends meanwhile. */
  async #open<T extends Tab>(request: LeaseRequest<T>, caller: AbortSignal): Promise<PooledTab> {
    const signal = AbortSignal.any([caller, this.#ending.signal]);
    const supply = request.hasWebGl ? this.#withWebGl : this.#plain;
    for (let isRetry = false; ; isRetry = true) {
      this.#makeRoom();
      const isAlone = request.isAlone ?? false;
      const owner = await this.#takeBrowser(supply, isAlone, signal);
      const pooled = new PooledTab(owner, { log: this.#log, clock: this.#clock });
      // With its one tab it ends.
      if (isAlone) owner.retire('it was for one page');
      this.#memory.setActive(true);
      try {
        await pooled.open(request, signal);
        return pooled;
      } catch (error) {
        owner.endUse();
        void this.#discard(pooled);
        signal.throwIfAborted();
        if (isRetry || !owner.hasEnded) throw error;
      }
    }
  }

  /** One that is in use, so that it does not end for want of it. */
  async #takeBrowser(supply: BrowserSupply, isAlone: boolean, signal: AbortSignal): Promise<PooledBrowser> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      signal.throwIfAborted();
      const owner = await untilAborted(isAlone ? supply.getAnother() : supply.get(), signal);
      // Others had their turn meanwhile, or it has ended already.
      if (owner.isRetired) continue;
      owner.beginUse();
      return owner;
    }
    throw browserFailure('ends as soon as it has started');
  }

  /** Tabs that only wait give way to one that is needed now. */
  #makeRoom(): void {
    while (this.#kept.size > 0 && this.#kept.size + this.#places.taken > this.#limits.maxPages) {
      this.#kept.dropOldest();
    }
  }

  #createLease<T extends Tab>(pooled: PooledTab, { place, isReused, key }: LeaseFacts): TabLease<T> {
    let isSpoiled = false;
    let ended: Promise<void> | undefined;
    return {
      // The same key stands for the same kind of tab.
      tab: pooled.tab as unknown as T,
      isReused,
      spoil() {
        isSpoiled = true;
      },
      [Symbol.asyncDispose]: () => {
        ended ??= this.#giveBack(pooled, place, isSpoiled ? undefined : key);
        return ended;
      },
    };
  }

  async #giveBack(pooled: PooledTab, place: Place, key: string | undefined): Promise<void> {
    const { owner } = pooled;
    owner.endUse();
    if (key !== undefined && this.#canKeep(pooled)) {
      pooled.leave();
      this.#kept.keep(key, pooled);
    } else {
      const isBusyClosing = this.#closings.size >= this.#limits.maxPages;
      const closing = this.#discard(pooled);
      if (isBusyClosing) await Promise.race([closing, this.#graceOver()]);
    }
    place[Symbol.dispose]();
  }

  #graceOver(): Promise<void> {
    return new Promise((resolve) => void this.#clock.after(CLOSING_GRACE_MS, resolve));
  }

  #canKeep(pooled: PooledTab): boolean {
    return (
      !this.#closed &&
      pooled.isReusable &&
      pooled.visits < this.#limits.maxVisitsPerTab &&
      pooled.owner.canKeepTabs()
    );
  }

  /** Closes it behind the back of whoever had it; the closing never rejects. */
  #discard(pooled: PooledTab): Promise<void> {
    const closing = pooled.close();
    if (this.#closings.has(closing)) return closing;
    this.#closings.add(closing);
    void closing.then(() => {
      this.#closings.delete(closing);
      this.#memory.setActive(this.#browsers().some(({ tabs }) => tabs.size > 0));
    });
    return closing;
  }
}
