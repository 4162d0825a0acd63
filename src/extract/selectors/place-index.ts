import type { PagePlaces, PlaceValue, PlaceRange } from './page-places.ts';

/** A way to a value that is the same on every page of a template. */
export interface Locator {
  readonly key: string;
  /** The name of an element around it. */
  readonly under?: string | undefined;
}

/** The places of one page by their names. */
export class PlaceIndex {
  readonly page: PagePlaces;
  readonly base: URL;
  readonly #byKey = new Map<string, number[]>();

  constructor(page: PagePlaces) {
    this.page = page;
    this.base = new URL(page.base);
    for (const [index, { keys }] of page.places.entries()) {
      for (const key of keys) {
        const same = this.#byKey.get(key);
        if (same !== undefined) same.push(index);
        else this.#byKey.set(key, [index]);
      }
    }
  }

  /** The first places under a locator, in document order; within a range only those of it. */
  find(
    { key, under }: Locator,
    { range, most }: { range: PlaceRange | undefined; most: number },
  ): PlaceValue[] {
    const indices = this.#byKey.get(key) ?? [];
    const { places } = this.page;
    const found: PlaceValue[] = [];
    for (let at = range === undefined ? 0 : firstFrom(indices, range[0]); at < indices.length; at++) {
      const index = indices[at]!;
      if ((range !== undefined && index >= range[1]) || found.length === most) break;
      const place = places[index]!;
      if (under === undefined || place.under.includes(under)) found.push(place);
    }
    return found;
  }

  keys(): Iterable<string> {
    return this.#byKey.keys();
  }
}

/** The place of the first number that is not smaller, in a list that grows. */
function firstFrom(indices: readonly number[], least: number): number {
  let [low, high] = [0, indices.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (indices[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
