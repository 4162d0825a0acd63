import type { SiteRobots } from './site-robots.ts';

/** The outcome of one request for a robots.txt. */
export interface KnownRobots {
  readonly robots: SiteRobots;
  /** The size of the file. */
  readonly bytes: number;
  /** Time of the answer, ms since the epoch. */
  readonly askedAt: number;
  /** When to ask again. */
  readonly retryAt: number;
}

const MAX_ENTRIES = 1_000;
const MAX_BYTES = 128 * 1024 * 1024;
/** Bytes that an entry takes besides its rules. */
const ENTRY_BYTES = 2_048;
/** A file of the shortest rules takes 34 times its size once it is parsed; of common ones 8 times. */
const PARSED_FACTOR = 34;
/** No more of a file is parsed (see `readRecords`). */
const MAX_PARSED_BYTES = 500 * 1024;

/** Keeps what was last asked for, up to a thousand files and 128 MiB. */
export class RobotsCache {
  /** In order of use, the last used at the end. */
  readonly #known = new Map<string, KnownRobots>();
  #bytes = 0;

  get(key: string): KnownRobots | undefined {
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    this.#known.delete(key);
    this.#known.set(key, known);
    return known;
  }

  set(key: string, known: KnownRobots): void {
    this.#delete(key);
    this.#known.set(key, known);
    this.#bytes += weightOf(known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_ENTRIES && this.#bytes <= MAX_BYTES) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const known = this.#known.get(key);
    if (known === undefined) return;
    this.#known.delete(key);
    this.#bytes -= weightOf(known);
  }
}

function weightOf({ bytes }: KnownRobots): number {
  return ENTRY_BYTES + PARSED_FACTOR * Math.min(bytes, MAX_PARSED_BYTES);
}
