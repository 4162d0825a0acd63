import type { Deadline } from '../../lib/time/deadline.ts';
import type { Place, Places } from '../../lib/turns/places.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { FREE_BODY_BYTES } from '../../net/connection/admit-body.ts';

type Part = 'body' | 'arrival' | 'work';

/** The three parts of the memory, and the most that one page may need. */
export interface MemoryShares extends Readonly<Record<Part, Places>> {
  /** A page that needs more is refused. */
  maxBytes: number;
}

/** The scrape as its turn needs it: its team, and whether a caller waits. */
export interface MemoryVisit {
  teamId: string;
  isBackground: boolean;
  deadline: Deadline;
}

/** A body as it comes in, decoded, and as it is handed on. */
const BODY_COPIES = 3;

/** The memory for large pages that one scrape holds, from its first large body until the scrape has been answered. */
export class ScrapeMemory implements Disposable {
  readonly #shares: MemoryShares;
  readonly #visit: MemoryVisit;
  readonly #held = new Map<Part, Place>();
  #waits = 0;
  #waitedMs = 0;
  #isOver = false;
  readonly #openedAt = performance.now();

  constructor(shares: MemoryShares, visit: MemoryVisit) {
    this.#shares = shares;
    this.#visit = visit;
  }

  /** Time that it has waited for memory, ms. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Before a body of at most so many bytes is taken. */
  async takeBody(maxBytes: number): Promise<void> {
    if (maxBytes <= FREE_BODY_BYTES) return;
    const weight = maxBytes * BODY_COPIES;
    if (this.#held.get('body')?.tryGrowTo(weight)) return;
    // One that has some and waits for more could wait for another that does the same.
    this.#release('body');
    this.#release('arrival');
    await this.#take('body', weight);
  }

  /** How large the body turned out to be. */
  noteBody(bytes: number): void {
    if (bytes <= FREE_BODY_BYTES) this.#release('body');
    else this.#held.get('body')?.reduceTo(bytes * BODY_COPIES);
  }

  /** Waits for room before something is asked for whose size shows only on arrival. */
  async expectArrival(): Promise<void> {
    if (!this.#held.has('arrival')) await this.#take('arrival', 1);
  }

  noteArrival(bytes: number): void {
    if (bytes > FREE_BODY_BYTES) this.#held.get('arrival')?.growTo(bytes * BODY_COPIES);
  }

  /**
   * Waits for memory to convert a page in; the page that has arrived counts as a part. Throws SCRAPE_SITE_ERROR for a
   * page that needs too much.
   */
  async takeWork(bytes: number): Promise<void> {
    const { maxBytes } = this.#shares;
    if (bytes > maxBytes) {
      throw new ServiceError('SCRAPE_SITE_ERROR', {
        message: `The page needs too much memory to be converted: some ${Math.ceil(bytes / 1e6)} MB`,
      });
    }
    this.#release('work');
    await this.#take('work', bytes);
    this.#release('arrival');
  }

  /** Notes how much memory the results turned out to take, and gives the rest back. */
  noteResult(bytes: number): void {
    this.#held.get('work')?.reduceTo(bytes);
  }

  /** Notes that nothing large arrived, and gives the memory for it back. */
  noteSmall(): void {
    this.#release('arrival');
  }

  /**
   * Gives memory to work in back before another way to the page is tried, since its holder must not wait for anything.
   * Returns false when there is no room to keep the page that came so far.
   */
  setAside(): boolean {
    this.#release('arrival');
    const work = this.#held.get('work');
    if (!work) return true;
    const body = this.#held.get('body');
    const weight = work.weight + (body?.weight ?? 0);
    this.#release('work');
    if (body?.tryGrowTo(weight)) return true;
    this.#release('body');
    return false;
  }

  /** The error for the caller when the time was over while it waited for memory, or since it had. */
  explain(error: unknown): unknown {
    const isTimeOver = error instanceof ServiceError && error.code === 'SCRAPE_TIMEOUT';
    const hasWaitedMostly = this.#waitedMs > (performance.now() - this.#openedAt) / 2;
    if (!isTimeOver || (this.#waits === 0 && !hasWaitedMostly)) return error;
    return new ServiceError('CONCURRENCY_QUEUE_TIMEOUT', {
      message: 'No memory for a page of this size became free in time (DECANT_PAGE_MEMORY_BYTES)',
    });
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const part of this.#held.keys()) this.#release(part);
  }

  async #take(part: Part, weight: number): Promise<void> {
    const { teamId, isBackground, deadline } = this.#visit;
    // Pages of jobs wait for one another: that is no fault of theirs.
    using pause = isBackground ? deadline.pause() : undefined;
    this.#waits += 1;
    const place = await this.#shares[part].take({ teamId, isBackground, weight }, deadline.signal);
    this.#waits -= 1;
    this.#waitedMs += place.waitedMs;
    this.#release(part);
    this.#held.set(part, place);
    // The site may have hung up meanwhile.
    if (this.#isOver) this.#release(part);
  }

  #release(part: Part): void {
    this.#held.get(part)?.[Symbol.dispose]();
    this.#held.delete(part);
  }
}
