/** One that waits to be written, with what tells whoever brought it how that went. */
export interface Gathered<Item> {
  readonly item: Item;
  resolve(): void;
  reject(error: unknown): void;
}

export interface GatheringOptions<Item> {
  /** Writes a batch, one at a time of each key. All of it is told of the end that comes, but for those told by then. */
  write(batch: readonly Gathered<Item>[]): Promise<void>;
  /** Those of one key go together; all when absent. */
  keyOf?: (item: Item) => string;
  bytesOf(item: Item): number;
  /** The most bytes of one batch; an item with more goes alone. */
  maxBytes: number;
  maxItems: number;
  /** How many items a batch may have, the largest first, down to 1; any number when absent. */
  sizes?: readonly number[];
}

/**
 * Writes in batches: while one is under way, the next ones gather. So a busy process pays for one commit for many, and an
 * idle one never waits.
 */
export class Gathering<Item> {
  readonly #options: GatheringOptions<Item>;
  /** A key is there while a batch of it is under way. */
  readonly #queues = new Map<string, Gathered<Item>[]>();

  constructor(options: GatheringOptions<Item>) {
    this.#options = options;
  }

  /** Resolves when it is written; rejects as the write of its batch does. */
  add(item: Item): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const gathered = { item, resolve, reject };
    const key = this.#options.keyOf?.(item) ?? '';
    const queue = this.#queues.get(key);
    if (queue) {
      queue.push(gathered);
    } else {
      const fresh = [gathered];
      this.#queues.set(key, fresh);
      void this.#drain(key, fresh);
    }
    return promise;
  }

  async #drain(key: string, queue: Gathered<Item>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, this.#batchSize(queue));
      try {
        await this.#options.write(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#queues.delete(key);
  }

  #batchSize(queue: readonly Gathered<Item>[]): number {
    const { bytesOf, maxBytes, maxItems, sizes } = this.#options;
    let bytes = 0;
    let count = 0;
    for (const { item } of queue) {
      bytes += bytesOf(item);
      if (count === maxItems || (count > 0 && bytes > maxBytes)) break;
      count++;
    }
    return sizes?.find((size) => size <= count) ?? count;
  }
}
