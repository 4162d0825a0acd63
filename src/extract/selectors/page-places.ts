/** A value as it stands in one place of a page. */
export interface PlaceValue {
  /** Names of the place, the steadiest first: `[itemprop=price]`, `.price`, `pair:weight`, `json-ld:offers price`. */
  readonly keys: readonly string[];
  /** Names of the elements around it, the nearest first. */
  readonly under: readonly string[];
  /** The text, or what the data for machines has. */
  readonly value: string | number | boolean;
  /** The CSS selector of its element, where one leads to it alone; data for machines have none. */
  readonly selector?: string | undefined;
}

/** Part of `PagePlaces.places`: from the first to before the second. */
export type PlaceRange = readonly [from: number, to: number];

/** The places of a page that a value can be read from. Plain data, so that it can cross to another thread. */
export interface PagePlaces {
  /** The template that the page is made by: the shape of its address, and the way to its title. */
  readonly template: string;
  /** The address that relative ones resolve against. */
  readonly base: string;
  /** False for a page that has more places than are collected: a list of it may be cut. */
  readonly isWhole: boolean;
  /** In document order, after those of the data for machines. */
  readonly places: readonly PlaceValue[];
  /** Elements that repeat, by the way to them: the places in each. */
  readonly groups: Readonly<Record<string, readonly PlaceRange[]>>;
}
