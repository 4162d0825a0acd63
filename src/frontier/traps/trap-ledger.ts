import { hash } from 'node:crypto';

/** How often things were seen, in bounded memory: what was not seen for longest is forgotten first. */
export class TrapLedger {
  readonly #counts = new Map<string, number>();
  /**
   * Stands before the oldest entry. Kept, because one made anew has to step over the places of all that were deleted
   * before it finds that entry.
   */
  readonly #oldestFirst = this.#counts.keys();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#counts.size;
  }

  countOf(text: string): number {
    return this.#counts.get(keyOf(text)) ?? 0;
  }

  add(text: string): void {
    this.#renew(keyOf(text), 1);
    if (this.#counts.size <= this.#maxEntries) return;
    const { value: oldest } = this.#oldestFirst.next();
    if (oldest !== undefined) this.#counts.delete(oldest);
  }

  /** Counts as seen, without being counted. */
  keep(text: string): void {
    const key = keyOf(text);
    if (this.#counts.has(key)) this.#renew(key, 0);
  }

  #renew(key: string, more: number): void {
    const count = this.#counts.get(key) ?? 0;
    this.#counts.delete(key);
    this.#counts.set(key, count + more);
  }
}

const MAX_KEY_LENGTH = 160;

/** Bounds the room of an entry, however long a URL is. Hashing every text would cost more than all the rest. */
function keyOf(text: string): string {
  return text.length <= MAX_KEY_LENGTH ? text : hash('sha256', text, 'base64');
}
