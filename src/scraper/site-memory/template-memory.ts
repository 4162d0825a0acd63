import type { SeenTemplate } from '../../html/main-content/site-frame/block-keys.ts';

/** Pages that are remembered of a template, the newest; each has a bit in the mask of a block. */
const PAGES = 32;
/** Blocks that are remembered of a template. */
const MOST_BLOCKS = 2_000;
/** A page that says this share of what another one says, and nothing else, is the same page at another address. */
const COPY_SHARE = 0.9;
const FORMAT = 1;
const HEADER_INTS = 4;

/** The blocks of the newest pages of one template: which of them said what. */
export class TemplateMemory {
  readonly template: number;
  /** Hash of the address of the page in each place; 0 for a free one. */
  readonly #pages = new Int32Array(PAGES);
  /** By key: a bit for each page that has the block. */
  readonly #blocks = new Map<number, number>();
  #nextPlace = 0;
  #known: SeenTemplate | undefined;

  constructor(template: number) {
    this.template = template;
  }

  get pages(): number {
    return this.#pages.reduce((count, page) => count + (page === 0 ? 0 : 1), 0);
  }

  get blocks(): number {
    return this.#blocks.size;
  }

  /** Remembers what a page says; false for a page that says what another one says. */
  learn(page: number, keys: Int32Array): boolean {
    const known = this.#pages.indexOf(page);
    if (known < 0 && this.#isCopy(keys)) return false;
    const place = known < 0 ? this.#nextPlace : known;
    if (this.#pages[place] !== 0) this.#forgetPlace(place);
    if (known < 0) this.#nextPlace = (place + 1) % PAGES;
    this.#pages[place] = page;
    const bit = 1 << place;
    for (const key of keys) this.#blocks.set(key, (this.#blocks.get(key) ?? 0) | bit);
    if (this.#blocks.size > MOST_BLOCKS) this.#forgetRare();
    this.#known = undefined;
    return true;
  }

  /** Gives what the other pages said. */
  seenBy(page: number): SeenTemplate {
    const place = this.#pages.indexOf(page);
    if (place >= 0) return this.#describe(~(1 << place), this.pages - 1);
    return (this.#known ??= this.#describe(-1, this.pages));
  }

  /** Takes over pages that another process has learned, as far as there is room. */
  merge(other: TemplateMemory): void {
    for (const [place, page] of other.#pages.entries()) {
      if (page === 0 || this.#pages.includes(page)) continue;
      if (this.#pages[this.#nextPlace] !== 0) return;
      const keys = [...other.#blocks].filter(([, mask]) => (mask & (1 << place)) !== 0).map(([key]) => key);
      this.learn(page, Int32Array.from(keys));
    }
  }

  pack(): Buffer {
    const ints = new Int32Array(HEADER_INTS + PAGES + 2 * this.#blocks.size);
    ints.set([FORMAT, this.template, this.#nextPlace, this.#blocks.size]);
    ints.set(this.#pages, HEADER_INTS);
    let at = HEADER_INTS + PAGES;
    for (const [key, mask] of this.#blocks) {
      ints[at++] = key;
      ints[at++] = mask;
    }
    return Buffer.from(ints.buffer);
  }

  /** Reads what `pack` wrote; undefined for bytes of another format. */
  static unpack(bytes: Buffer): TemplateMemory | undefined {
    const ints = new Int32Array(Math.floor(bytes.length / 4));
    new Uint8Array(ints.buffer).set(bytes.subarray(0, 4 * ints.length));
    const [format, template = 0, nextPlace = 0, size = 0] = ints;
    const isWhole = ints.length === HEADER_INTS + PAGES + 2 * size && nextPlace >= 0 && nextPlace < PAGES;
    if (format !== FORMAT || !isWhole) return undefined;
    const memory = new TemplateMemory(template);
    memory.#nextPlace = nextPlace;
    memory.#pages.set(ints.subarray(HEADER_INTS, HEADER_INTS + PAGES));
    for (let at = HEADER_INTS + PAGES; at < ints.length; at += 2)
      memory.#blocks.set(ints[at]!, ints[at + 1]!);
    return memory;
  }

  #describe(mask: number, pages: number): SeenTemplate {
    const keys: number[] = [];
    const counts: number[] = [];
    for (const [key, places] of this.#blocks) {
      const count = bitsIn(places & mask);
      if (count < 2) continue;
      keys.push(key);
      counts.push(count);
    }
    return { template: this.template, pages, keys: Int32Array.from(keys), counts: Uint8Array.from(counts) };
  }

  #isCopy(keys: Int32Array): boolean {
    const shared = new Int32Array(PAGES);
    for (const key of keys) {
      for (let places = this.#blocks.get(key) ?? 0; places !== 0; places &= places - 1)
        shared[31 - Math.clz32(places & -places)]!++;
    }
    const sizes = new Int32Array(PAGES);
    const candidates = [...shared.keys()].filter((place) => shared[place]! >= COPY_SHARE * keys.length);
    if (candidates.length === 0 || keys.length === 0) return false;
    for (const places of this.#blocks.values())
      for (const place of candidates) sizes[place]! += (places >>> place) & 1;
    return candidates.some((place) => sizes[place]! > 0 && shared[place]! >= COPY_SHARE * sizes[place]!);
  }

  #forgetPlace(place: number): void {
    const others = ~(1 << place);
    for (const [key, places] of this.#blocks) {
      const rest = places & others;
      if (rest === 0) this.#blocks.delete(key);
      else if (rest !== places) this.#blocks.set(key, rest);
    }
  }

  /** Forgets blocks of one page only, the oldest first: a block that is not remembered counts as one of no page. */
  #forgetRare(): void {
    let excess = this.#blocks.size - MOST_BLOCKS / 2;
    for (const [key, places] of this.#blocks) {
      if (excess <= 0) return;
      if ((places & (places - 1)) !== 0) continue;
      this.#blocks.delete(key);
      excess--;
    }
  }
}

function bitsIn(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
