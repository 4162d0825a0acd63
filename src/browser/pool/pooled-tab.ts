import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../lib/log/log.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import type { Browser } from '../start/open-browser.ts';
import type { BrowserContext } from '../start/open-context.ts';
import type { LeaseRequest, Tab, TabEgress } from './browser-pool.ts';
import type { PoolClock } from './pool-clock.ts';

/** A browser that makes no context or page for so long is stuck, and killed. */
const OPEN_TIMEOUT_MS = 5_000;
/** A context that takes longer to close is not waited for: its browser is killed. Hung pages take some 15 ms. */
const CLOSE_TIMEOUT_MS = 1_000;

/** A page that holds on to its tab for longer loses it. */
const LEAVE_TIMEOUT_MS = 500;
/** So long a tab may stay where it is: who comes at once takes it from there, which saves a quarter of a small page. */
const LEAVE_AFTER_MS = 100;

/** The browser as its tabs need it, and as others reach it through a tab; see `PooledBrowser`. */
interface TabOwner {
  readonly browser: Browser;
  readonly isRetired: boolean;
  add(tab: PooledTab): void;
  remove(tab: PooledTab): void;
  beginUse(): void;
  endUse(): void;
  canKeepTabs(): boolean;
  close(): Promise<void>;
}

/** One tab with all that was opened for it: its way out, its context, its page. */
export class PooledTab {
  readonly owner: TabOwner;
  visits = 0;
  readonly #log: Log;
  readonly #clock: PoolClock;
  #isClosed = false;
  #hasEnded = false;
  #closing: Promise<void> | undefined;
  #egress: TabEgress | undefined;
  #context: BrowserContext | undefined;
  #tab: Tab | undefined;
  #session: CdpSession | undefined;
  #left: Promise<void> | undefined;
  #cancelLeaving: (() => void) | undefined;

  constructor(owner: TabOwner, { log, clock }: { log: Log; clock: PoolClock }) {
    this.owner = owner;
    this.#log = log;
    this.#clock = clock;
    owner.add(this);
  }

  /** Undefined until it is open. */
  get tab(): Tab | undefined {
    return this.#tab;
  }

  get isReusable(): boolean {
    return !this.#isClosed && !this.#hasEnded && !this.owner.isRetired && this.#tab?.isReusable === true;
  }

  /** Rejects with the signal's reason as soon as it aborts; whoever called must close the tab then as ever. */
  async open<T extends Tab>(request: LeaseRequest<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    return untilAborted(this.#open(request, signal), signal);
  }

  /**
   * Leaves its page between two visits unless the next one comes at once: what it does then could keep the tab from ever
   * going elsewhere, and what it does otherwise costs time that is others'. `goTo` sees to it that a page which is still
   * there gives way.
   */
  leave(): void {
    this.#note(this.#answer());
    this.#cancelLeaving = this.#clock.after(LEAVE_AFTER_MS, () => this.#note(this.#leave()));
  }

  /** False when its page does not answer, or does not let it go. */
  async hasLeft(): Promise<boolean> {
    this.#cancelLeaving?.();
    try {
      await this.#left;
      return this.isReusable;
    } catch {
      return false;
    }
  }

  /** Closes all of it, whatever its page does; never rejects. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelLeaving?.();
    this.#closing ??= this.#close().finally(() => this.owner.remove(this));
    return this.#closing;
  }

  async #open<T extends Tab>(request: LeaseRequest<T>, signal: AbortSignal): Promise<T> {
    const { browser } = this.owner;
    this.#egress = await this.#own(request.openEgress(browser));
    const { proxyServer } = this.#egress;
    const context = await this.#own(
      this.#unlessStuck(browser.newContext({ proxyServer, timeoutMs: OPEN_TIMEOUT_MS })),
    );
    this.#context = context;
    const page = await this.#unlessStuck(context.newPage({ timeoutMs: OPEN_TIMEOUT_MS }));
    this.#session = page.session;
    const end = (): void => {
      this.#hasEnded = true;
    };
    void page.session.ended.then(end);
    if (request.reuseKey !== undefined) {
      // Between two visits nobody else would notice. Its answer tells nothing.
      page.session.on('Inspector.targetCrashed', end);
      page.session.send('Inspector.enable').catch(() => undefined);
    }
    const { connection } = browser;
    const tab = await this.#own(request.open({ browser, context, page, connection }, signal));
    this.#tab = tab;
    return tab;
  }

  #note(leaving: Promise<void>): void {
    this.#left = leaving;
    // The next to take the tab sees the failure.
    leaving.catch(() => undefined);
  }

  async #leave(): Promise<void> {
    const call = { timeoutMs: LEAVE_TIMEOUT_MS };
    await this.#session?.send('Page.navigate', { url: 'about:blank' }, call);
    // It may hang a moment after it has gone.
    await this.#answer();
  }

  async #answer(): Promise<void> {
    const call = { timeoutMs: LEAVE_TIMEOUT_MS };
    await this.#session?.send('Runtime.evaluate', { expression: '1' }, call);
  }

  /** A resource that comes when the tab has been closed meanwhile goes at once. */
  async #own<R extends AsyncDisposable>(making: Promise<R>): Promise<R> {
    const made = await making;
    if (!this.#isClosed) return made;
    await made[Symbol.asyncDispose]();
    throw new Error('The tab was closed before it was open');
  }

  async #unlessStuck<R>(call: Promise<R>): Promise<R> {
    try {
      return await call;
    } catch (error) {
      if (error instanceof CdpError && error.failure === 'timeout') await this.#killBrowser(error);
      throw error;
    }
  }

  async #close(): Promise<void> {
    const rest = [this.#tab, this.#egress].map(async (part) => {
      try {
        await part?.[Symbol.asyncDispose]();
      } catch (error) {
        this.#log.warn('a part of a closed tab could not be closed', { error });
      }
    });
    const late = new AbortController();
    const isLate = sleep(CLOSE_TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.all([this.#closeContext(), Promise.race([Promise.all(rest), isLate])]);
    late.abort();
  }

  async #closeContext(): Promise<void> {
    try {
      await this.#context?.close({ timeoutMs: CLOSE_TIMEOUT_MS });
    } catch (error) {
      // Refused only when there is no such context any more.
      if (error instanceof CdpError && error.failure === 'refused') return;
      await this.#killBrowser(error);
    }
  }

  async #killBrowser(error: unknown): Promise<void> {
    const { browser } = this.owner;
    this.#log.warn('a browser did not answer and is killed', { error, pid: browser.processId });
    // The other pages on it learn at once that they have to go elsewhere.
    browser.connection.close(new CdpError('closed', 'The browser did not answer', { cause: error }));
    await this.owner.close();
  }
}
