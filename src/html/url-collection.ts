/**
 * Most characters that the URLs of one page may hold together. A small page can name one very long base and hundreds
 * of thousands of relative links; real pages stay far below (100,000 links of 100 characters are 10 million).
 */
const MAX_TOTAL_LENGTH = 32_000_000;

/** Unique URLs in the order of their first appearance. */
export class UrlCollection {
  readonly #urls = new Set<string>();
  #room = MAX_TOTAL_LENGTH;

  /** True when no more is taken, so that looking further is of no use. */
  get isFull(): boolean {
    return this.#room < 0;
  }

  add(url: string): void {
    if (this.isFull) return;
    const { size } = this.#urls;
    this.#urls.add(url);
    if (this.#urls.size === size) return;
    this.#room -= url.length;
    if (this.isFull) this.#urls.delete(url);
  }

  toArray(): string[] {
    return [...this.#urls];
  }
}
