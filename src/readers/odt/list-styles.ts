import type { NumberFormat } from '../office/number-format.ts';
import { isElement, type XmlElement } from '../xml/xml-element.ts';

export interface ListLevel {
  start: number;
  format: NumberFormat;
  /** What stands before and after the number. */
  prefix: string;
  suffix: string;
  /** How many levels the number shows, this one included. */
  shown: number;
}

const BULLETS: ListLevel = {
  start: 1,
  format: 'bullet',
  prefix: '',
  suffix: '',
  shown: 1,
};
/** ODF 1.3 part 3, section 19.880: levels are 1 to 10. */
export const MAX_LEVEL = 10;
/** Section 20.322; others are those of languages, and are shown as decimal numbers. */
const FORMATS: Readonly<Record<string, NumberFormat>> = {
  '': 'none',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

/** Styles of lists by name: how each of their levels is marked (ODF 1.3 part 3, section 16.31). */
export class ListStyles {
  readonly #styles = new Map<string, ReadonlyMap<number, ListLevel>>();
  #outline = 'Outline';

  /** Takes in a `text:list-style` or the `text:outline-style`; anything else is no matter here. */
  add(element: XmlElement): void {
    const isOutline = element.name === 'text:outline-style';
    if (!isOutline && element.name !== 'text:list-style') return;
    const levels = new Map<number, ListLevel>();
    for (const child of element.children) {
      if (isElement(child)) levels.set(Number(child.attributes['text:level'] ?? 1), levelOf(child));
    }
    const name = element.attributes['style:name'];
    if (isOutline) this.#outline = name ?? this.#outline;
    this.#styles.set(name ?? (isOutline ? this.#outline : ''), levels);
  }

  /** Name of the style that numbers headings (section 16.34). */
  get outline(): string {
    return this.#outline;
  }

  /** `level` counts from 1; lists whose style is not known have bullets. */
  level(name: string | undefined, level: number): ListLevel {
    return this.#styles.get(name ?? '')?.get(Math.min(level, MAX_LEVEL)) ?? BULLETS;
  }
}

function levelOf({ name, attributes }: XmlElement): ListLevel {
  const isNumber = name === 'text:list-level-style-number' || name === 'text:outline-level-style';
  const number = attributes['style:num-format'] ?? '';
  return {
    start: wholeNumber(attributes['text:start-value']) ?? 1,
    format: isNumber ? (FORMATS[number] ?? 'decimal') : 'bullet',
    prefix: attributes['style:num-prefix'] ?? '',
    suffix: attributes['style:num-suffix'] ?? '',
    shown: wholeNumber(attributes['text:display-levels']) ?? 1,
  };
}

/** A number of the file, undefined for what is none. */
export function wholeNumber(value: string | undefined): number | undefined {
  if (value === undefined || !/^\s*\d{1,9}\s*$/.test(value)) return undefined;
  return Number(value);
}
