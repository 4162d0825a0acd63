import { hash } from 'node:crypto';

/** How often things were seen, in bounded memory: what was not seen for longest is forgotten first. */
export class TrapLedger {
  readonly #counts = new Map<string, number>();
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
    for (const oldest of this.#counts.keys()) {
      this.#counts.delete(oldest);
      break;
    }
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
