import type { PoolClock } from './pool-clock.ts';
import type { PooledBrowser } from './pooled-browser.ts';
import type { PooledTab } from './pooled-tab.ts';

interface KeptTab {
  key: string;
  tab: PooledTab;
  cancelExpiry(): void;
}

export interface KeptTabsOptions {
  keepMs: number;
  clock: PoolClock;
  /** Called with each tab that is not kept any longer. */
  onDropped(tab: PooledTab): void;
}

/** Tabs between two visits of their job, each for a few seconds. */
export class KeptTabs {
  readonly #options: KeptTabsOptions;
  /** Oldest first. */
  readonly #kept = new Set<KeptTab>();

  constructor(options: KeptTabsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#kept.size;
  }

  keep(key: string, tab: PooledTab): void {
    const { clock, keepMs } = this.#options;
    const kept: KeptTab = { key, tab, cancelExpiry: clock.after(keepMs, () => this.#drop(kept)) };
    this.#kept.add(kept);
  }

  /** The one that was used last, which is then the caller's; those that serve no more visits are dropped. */
  take(key: string): PooledTab | undefined {
    for (const kept of [...this.#kept].toReversed()) {
      if (kept.key !== key) continue;
      if (kept.tab.isReusable) {
        this.#forget(kept);
        return kept.tab;
      }
      this.#drop(kept);
    }
    return undefined;
  }

  dropOldest(): void {
    const [oldest] = this.#kept;
    if (oldest) this.#drop(oldest);
  }

  dropOf(browser: PooledBrowser): void {
    for (const kept of this.#kept) if (kept.tab.owner === browser) this.#drop(kept);
  }

  #drop(kept: KeptTab): void {
    this.#forget(kept);
    this.#options.onDropped(kept.tab);
  }

  #forget(kept: KeptTab): void {
    kept.cancelExpiry();
    this.#kept.delete(kept);
  }
}
