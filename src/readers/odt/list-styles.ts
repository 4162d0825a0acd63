import { isElement, type XmlElement } from '../xml/xml-element.ts';

export interface ListLevel {
  isNumbered: boolean;
  start: number;
}

const BULLETS: ListLevel = { isNumbered: false, start: 1 };
/** ODF 1.3 part 3, section 19.880: levels are 1 to 10. */
const MAX_LEVEL = 10;

/** Styles of lists by name: how each of their levels is marked (ODF 1.3 part 3, section 16.31). */
export class ListStyles {
  readonly #styles = new Map<string, ReadonlyMap<number, ListLevel>>();

  /** Takes in a `text:list-style`; anything else is no matter here. */
  add(element: XmlElement): void {
    if (element.name !== 'text:list-style') return;
    const levels = new Map<number, ListLevel>();
    for (const child of element.children) {
      if (!isElement(child)) continue;
      const format = child.attributes['style:num-format'] ?? '';
      levels.set(Number(child.attributes['text:level'] ?? 1), {
        isNumbered: child.name === 'text:list-level-style-number' && format !== '',
        start: wholeNumber(child.attributes['text:start-value']) ?? 1,
      });
    }
    this.#styles.set(element.attributes['style:name'] ?? '', levels);
  }

  /** `level` counts from 1; lists whose style is not known have bullets. */
  level(name: string | undefined, level: number): ListLevel {
    return this.#styles.get(name ?? '')?.get(Math.min(level, MAX_LEVEL)) ?? BULLETS;
  }
}

/** A number of the file, undefined for what is none. */
export function wholeNumber(value: string | undefined): number | undefined {
  if (value === undefined || !/^\s*\d{1,9}\s*$/.test(value)) return undefined;
  return Number(value);
}
