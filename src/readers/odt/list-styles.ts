import type { CounterFormat } from '../office/number-format.ts';
import { LEVELS, type ListLevel } from '../text-document/list-level.ts';
import { isElement, type XmlElement } from '../xml/xml-element.ts';

/** A level as its style states it. */
interface StatedLevel {
  format: CounterFormat;
  start: number;
  /** The sign of a bullet, or what stands before and after the number. */
  prefix: string;
  suffix: string;
  /** How many levels the number shows, this one included. */
  shown: number;
}

const BULLET: StatedLevel = { format: 'bullet', start: 1, prefix: '•', suffix: '', shown: 1 };
const BULLETS = Array.from({ length: LEVELS }, () => levelOf(BULLET, ''));
/** Section 20.322; others are those of languages, and are shown as decimal numbers. */
const FORMATS: Readonly<Record<string, CounterFormat>> = {
  '': 'none',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

/** Styles of lists by name: how each of their levels is marked (ODF 1.3 part 3, section 16.31). */
export class ListStyles {
  readonly #styles = new Map<string, readonly ListLevel[]>();
  #outline = 'Outline';

  /** Takes in a `text:list-style` or the `text:outline-style`; anything else is no matter here. */
  add(element: XmlElement): void {
    const isOutline = element.name === 'text:outline-style';
    if (!isOutline && element.name !== 'text:list-style') return;
    const stated = Array.from({ length: LEVELS }, () => BULLET);
    for (const child of element.children) {
      const level = isElement(child) ? Number(child.attributes['text:level'] ?? 1) : 0;
      if (isElement(child) && level >= 1 && level <= LEVELS) stated[level - 1] = readLevel(child);
    }
    const name = element.attributes['style:name'];
    if (isOutline) this.#outline = name ?? this.#outline;
    const levels = stated.map((level, index) => levelOf(level, numbersOf(stated, index)));
    this.#styles.set(name ?? (isOutline ? this.#outline : ''), levels);
  }

  /** Name of the style that numbers headings (section 16.34). */
  get outline(): string {
    return this.#outline;
  }

  /** Lists whose style is not known have bullets. */
  levels(name: string | undefined): readonly ListLevel[] {
    return this.#styles.get(name ?? '') ?? BULLETS;
  }
}

function readLevel({ name, attributes }: XmlElement): StatedLevel {
  const isNumber = name === 'text:list-level-style-number' || name === 'text:outline-level-style';
  if (!isNumber) return { ...BULLET, prefix: attributes['text:bullet-char'] ?? BULLET.prefix };
  return {
    format: FORMATS[attributes['style:num-format'] ?? ''] ?? 'decimal',
    start: readWholeNumber(attributes['text:start-value']) ?? 1,
    prefix: attributes['style:num-prefix'] ?? '',
    suffix: attributes['style:num-suffix'] ?? '',
    shown: readWholeNumber(attributes['text:display-levels']) ?? 1,
  };
}

/** Gives the numbers that a level shows, such as `%1.%2`; levels without a number show none. */
function numbersOf(levels: readonly StatedLevel[], index: number): string {
  const first = Math.max(0, index + 1 - (levels[index]?.shown ?? 1));
  return levels
    .slice(first, index + 1)
    .map(({ format }, at) => (format === 'none' || format === 'bullet' ? '' : `%${first + at + 1}`))
    .filter((number) => number !== '')
    .join('.');
}

function levelOf({ format, start, prefix, suffix }: StatedLevel, numbers: string): ListLevel {
  return {
    format,
    start,
    text: prefix + numbers + suffix,
    restartsAfter: undefined,
    isLegal: false,
    isJoined: false,
    style: undefined,
    indent: undefined,
  };
}

/** A number of the file, undefined for what is none. */
export function readWholeNumber(value: string | undefined): number | undefined {
  if (value === undefined || !/^\s*\d{1,9}\s*$/.test(value)) return undefined;
  return Number(value);
}
