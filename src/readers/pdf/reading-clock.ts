import type { DocumentSource } from '../document.ts';

const LONGEST_RESERVE_MS = 5_000;
const SHORTEST_RESERVE_MS = 1_000;
const RESERVE = 0.1;
/** How often what there is already is told, ms. */
const TELL_EVERY_MS = 2_000;

/** When to stop reading, so that what has been read still gets out in time. */
export class ReadingClock {
  readonly #source: DocumentSource;
  readonly #reserveMs: number;
  #toldAt: number;

  constructor(source: DocumentSource) {
    this.#source = source;
    const total = source.remainingMs();
    const reserve = Math.min(LONGEST_RESERVE_MS, Math.max(SHORTEST_RESERVE_MS, total * RESERVE));
    this.#reserveMs = Math.min(reserve, total / 2);
    this.#toldAt = total;
  }

  /** Milliseconds that reading may still take; negative when it has to stop. */
  get leftMs(): number {
    return this.#source.remainingMs() - this.#reserveMs;
  }

  get isOver(): boolean {
    return this.leftMs <= 0;
  }

  /** True once every few seconds. */
  isTimeToTell(): boolean {
    const remaining = this.#source.remainingMs();
    if (this.#toldAt - remaining < TELL_EVERY_MS) return false;
    this.#toldAt = remaining;
    return true;
  }
}
