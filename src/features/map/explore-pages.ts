import { setTimeout as sleep } from 'node:timers/promises';
import { createTrapDetector, type TrapDetector } from '../../frontier/traps/traps.ts';
import type { RobotsOf } from '../../frontier/robots/robots-of.ts';

/** Pages that are under way at a time, of one site. */
const CONCURRENCY = 6;
/** So many pages after each other that name nothing new: the rest hardly will. */
const BARREN_PAGES = 15;
/** Most seconds between two pages that a robots.txt is followed in, as in a crawl. */
const MAX_CRAWL_DELAY_S = 10;

export interface Exploration {
  /** Where to begin, best first. */
  from: readonly URL[];
  /** More to begin from when the others are used up; asked once. */
  spare: () => readonly URL[];
  /** Already looked at. */
  seen: Iterable<string>;
  robotsOf: RobotsOf;
  teamId: string | undefined;
  /** Looks at a page; resolves to URLs that it named first. Never rejects. */
  visit(url: URL): Promise<readonly URL[]>;
  isEnough(): boolean;
  maxPages: number;
  /** `performance.now()` when the signal aborts. */
  expiresAt: number;
  signal: AbortSignal;
  now: Date;
}

export interface Explored {
  pages: number;
  /** Pages that robots.txt keeps us from. */
  forbidden: number;
  /** Ended by `maxPages`, the time or pages that named nothing new, with pages left that were not looked at. */
  isCutShort: boolean;
}

/** Goes from page to page, breadth first, as robots.txt allows, until it has enough or a bound is met. */
export async function explorePages(exploration: Exploration): Promise<Explored> {
  const { robotsOf, teamId, visit, isEnough, maxPages, signal } = exploration;
  const queue = new PageQueue(exploration);
  const underWay = new Set<Promise<void>>();
  const awaitTurn = createCrawlDelays(exploration);
  const state = { pages: 0, forbidden: 0, barren: 0 };

  async function look(url: URL): Promise<void> {
    try {
      const robots = await robotsOf(url, { userAgent: undefined, teamId, signal });
      if (!robots.isAllowed(url)) {
        state.forbidden++;
        return;
      }
      if (!(await awaitTurn(url.origin, robots.crawlDelayS))) return;
    } catch {
      // The time is over, or this machine has no connection left to ask for the rules.
      return;
    }
    if (isOver()) return;
    state.pages++;
    const found = await visit(url);
    state.barren = found.length > 0 ? 0 : state.barren + 1;
    queue.add(found);
  }

  function isOver(): boolean {
    return signal.aborted || state.pages >= maxPages || state.barren >= BARREN_PAGES || isEnough();
  }

  queue.add(exploration.from);
  for (;;) {
    while (underWay.size < CONCURRENCY && !isOver()) {
      const url = queue.next(underWay.size === 0);
      if (url === undefined) break;
      const work: Promise<void> = look(url).finally(() => underWay.delete(work));
      underWay.add(work);
    }
    if (underWay.size === 0) break;
    await Promise.race(underWay);
  }
  const { pages, forbidden } = state;
  const hasMore = queue.hasMore && !isEnough();
  return { pages, forbidden, isCutShort: hasMore };
}

/** Pages to look at, each once, without those that look like a trap. */
class PageQueue {
  readonly #spare: Exploration['spare'];
  readonly #traps: TrapDetector;
  readonly #seen: Set<string>;
  readonly #urls: URL[] = [];
  #taken = 0;
  #isSpareUsed = false;

  constructor({ spare, seen, now }: Pick<Exploration, 'spare' | 'seen' | 'now'>) {
    this.#spare = spare;
    this.#traps = createTrapDetector({ now });
    this.#seen = new Set(seen);
  }

  get hasMore(): boolean {
    return this.#taken < this.#urls.length;
  }

  add(urls: readonly URL[]): void {
    for (const url of urls) {
      if (this.#seen.has(url.href)) continue;
      this.#seen.add(url.href);
      if (this.#traps.take(url) === undefined) this.#urls.push(url);
    }
  }

  /** The spare pages come when there is no other, and none can come from a page under way. */
  next(isIdle: boolean): URL | undefined {
    if (!this.hasMore && isIdle && !this.#isSpareUsed) {
      this.#isSpareUsed = true;
      this.add(this.#spare());
    }
    return this.hasMore ? this.#urls[this.#taken++] : undefined;
  }
}

/** Waits for a site's crawl delay; false when the time is over before. */
type AwaitTurn = (origin: string, delayS: number | undefined) => Promise<boolean>;

function createCrawlDelays({ expiresAt, signal }: Pick<Exploration, 'expiresAt' | 'signal'>): AwaitTurn {
  const nextAt = new Map<string, number>();
  return async function awaitTurn(origin, delayS) {
    if (delayS === undefined || delayS <= 0) return true;
    const delayMs = Math.min(delayS, MAX_CRAWL_DELAY_S) * 1000;
    const now = performance.now();
    // The start page was fetched just before.
    const at = nextAt.get(origin) ?? now + delayMs;
    if (at >= expiresAt) return false;
    nextAt.set(origin, at + delayMs);
    await sleep(Math.max(0, at - now), undefined, { signal });
    return true;
  };
}
