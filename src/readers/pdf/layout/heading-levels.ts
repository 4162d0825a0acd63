import type { PdfFacts } from '../pdf-page.ts';
import type { Block } from './block.ts';
import type { TextLine } from './text-line.ts';

type Heading = Extract<Block, { type: 'heading' }>;

interface HeadingStyle {
  size: number;
  isBold: boolean;
  isItalic: boolean;
  isCapitals: boolean;
  isCentred: boolean;
  isIndented: boolean;
  count: number;
  firstPage: number;
  lastPage: number;
  /** Depths of the numbers in front, such as 2 for `3.1`; 0 for none. */
  depths: Map<number, number>;
}

const MAX_LEVEL = 6;
/** Sizes nearer than this are one, points. */
const SAME_SIZE = 0.7;
const USUAL_TITLE =
  /^(?:abstract|summary|executive summary|introduction|contents|table of contents|zusammenfassung|inhalt|résumé|resumen|overview)\b/i;
const NUMBERING =
  /^(?:(?:chapter|section|part|appendix|kapitel|abschnitt|teil|chapitre|capítulo)\s+)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)[.):]?\s+\S/i;

/** Where the text of a paper begins. */
export function beginsPaper(heading: Heading): boolean {
  return /^(?:abstract|summary|zusammenfassung|résumé|resumen)\W*$/i.test(textOf(heading.lines));
}

/** Depth of the number that a heading begins with: 1 for `4 Method`, 2 for `4.1 Data`; 0 for none. */
export function numberingDepth(text: string): number {
  const match = NUMBERING.exec(text);
  if (match === null) return 0;
  const number = match[1] as string;
  if (/^[A-Za-z]$/.test(number) && !/^(?:appendix|[A-Z][.):])/i.test(text)) return 0;
  return number.split('.').length;
}

export function isCapitals(text: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** Levels of headings, the same over a whole file: what the outline says, else by size and style. */
export class HeadingLevels {
  readonly #styles: HeadingStyle[] = [];
  readonly #outline = new Map<string, number>();
  #levels = new Map<HeadingStyle, number>();
  /** How far the outline's levels lie below: a title that is not in it stands above. */
  #shift = 0;

  constructor(facts: PdfFacts) {
    for (const { title, level } of facts.outline) {
      const key = keyOf(title);
      if (key !== '' && !this.#outline.has(key)) this.#outline.set(key, level);
      const bare = keyOf(withoutNumber(title));
      if (bare !== '' && !this.#outline.has(bare)) this.#outline.set(bare, level);
    }
  }

  /** The outline's level of a text that stands alone; undefined when the outline does not have it. */
  inOutline(text: string): number | undefined {
    if (this.#outline.size === 0 || text.length > 300) return undefined;
    return this.#outline.get(keyOf(text)) ?? this.#outline.get(keyOf(withoutNumber(text)));
  }

  /** Takes note of headings found; then `assign` gives levels. */
  add(headings: readonly { heading: Heading; page: number }[]): void {
    for (const { heading, page } of headings) {
      const style = this.#styleOf(heading, page);
      style.count++;
      style.lastPage = Math.max(style.lastPage, page);
      const depth = numberingDepth(textOf(heading.lines));
      style.depths.set(depth, (style.depths.get(depth) ?? 0) + 1);
    }
    this.#rank();
    this.#findShift(headings);
  }

  /** Names, dates and places under the title are large as well, but their style does not come again. */
  isUnderTitle(heading: Heading): boolean {
    const [first] = heading.lines;
    const text = textOf(heading.lines);
    if (first === undefined || first.isBold || this.inOutline(text) !== undefined) return false;
    const style = this.#styleOf(heading, 1);
    const largest = this.#styles.reduce((most, { size }) => Math.max(most, size), 0);
    const others = this.#styles.reduce((sum, { count }) => sum + count, 0) - style.count;
    return (
      style.firstPage === 1 &&
      style.lastPage === 1 &&
      style.size < largest - SAME_SIZE &&
      others >= 2 &&
      numberingDepth(text) === 0 &&
      !USUAL_TITLE.test(text)
    );
  }

  /** Names above the abstract, however they are set: neither numbered nor in the outline, and smaller than the title. */
  isAboveAbstract(heading: Heading): boolean {
    const text = textOf(heading.lines);
    const largest = this.#styles.reduce((most, { size }) => Math.max(most, size), 0);
    return (
      this.inOutline(text) === undefined &&
      numberingDepth(text) === 0 &&
      (heading.lines[0]?.size ?? 0) < largest - SAME_SIZE
    );
  }

  assign(heading: Heading): void {
    const text = textOf(heading.lines);
    const known = this.inOutline(text);
    if (known !== undefined) {
      heading.level = Math.min(known + this.#shift, MAX_LEVEL);
      return;
    }
    const style = this.#styleOf(heading, 1);
    const depth = numberingDepth(text);
    const least = Math.min(...[...style.depths.keys()].filter((found) => found > 0));
    const extra = depth > 0 && Number.isFinite(least) ? depth - least : 0;
    // In many papers it is set smaller than the headings inside their sections.
    const most = /^abstract\W*$/i.test(text) ? 2 : MAX_LEVEL;
    heading.level = Math.min((this.#levels.get(style) ?? 1) + extra, most);
  }

  #styleOf(heading: Heading, page: number): HeadingStyle {
    const { lines } = heading;
    const [first] = lines;
    const size = first?.size ?? 0;
    const isBold = first?.isBold ?? false;
    const isItalic = first?.isItalic ?? false;
    const capitals = isCapitals(textOf(lines));
    const { isCentred, isIndented = false } = heading;
    let style = this.#styles.find(
      (known) =>
        Math.abs(known.size - size) < SAME_SIZE &&
        known.isBold === isBold &&
        known.isItalic === isItalic &&
        known.isCapitals === capitals &&
        known.isCentred === isCentred &&
        known.isIndented === isIndented,
    );
    if (style === undefined) {
      style = {
        size,
        isBold,
        isItalic,
        isCapitals: capitals,
        isCentred,
        isIndented,
        count: 0,
        firstPage: page,
        lastPage: page,
        depths: new Map(),
      };
      this.#styles.push(style);
    }
    return style;
  }

  /** Larger stands above smaller, then bold above plain, upright above italic, centred above not, capitals above small letters. */
  #rank(): void {
    const known = this.#styles.filter(({ count }) => count > 0);
    const sorted = known.toSorted(
      (a, b) =>
        (Math.abs(a.size - b.size) < SAME_SIZE ? 0 : b.size - a.size) ||
        Number(b.isBold) - Number(a.isBold) ||
        Number(a.isItalic) - Number(b.isItalic) ||
        Number(b.isCentred) - Number(a.isCentred) ||
        Number(a.isIndented) - Number(b.isIndented) ||
        Number(b.isCapitals) - Number(a.isCapitals),
    );
    this.#levels = new Map();
    let level = 0;
    const lastPage = Math.max(...known.map((style) => style.lastPage));
    let before: HeadingStyle | undefined;
    for (const style of sorted) {
      if (before !== undefined && isSameLevel(before, style)) {
        this.#levels.set(style, level);
        continue;
      }
      // A subtitle or a name under the title is no level of its own.
      const isLone =
        level > 0 &&
        style.count === 1 &&
        style.lastPage === 1 &&
        !style.isBold &&
        lastPage > 1 &&
        style !== sorted.at(-1);
      if (!isLone) level++;
      this.#levels.set(style, isLone ? Math.min(level + 1, MAX_LEVEL) : level);
      if (!isLone) before = style;
    }
  }

  #findShift(headings: readonly { heading: Heading; page: number }[]): void {
    if (this.#outline.size === 0 || this.#shift !== 0) return;
    const title = headings
      .filter(({ page, heading }) => page === 1 && this.inOutline(textOf(heading.lines)) === undefined)
      .map(({ heading }) => heading)
      .toSorted((a, b) => (b.lines[0]?.size ?? 0) - (a.lines[0]?.size ?? 0))[0];
    if (title === undefined) return;
    const tops = headings.filter(({ heading }) => this.inOutline(textOf(heading.lines)) === 1);
    const size = title.lines[0]?.size ?? 0;
    if (tops.length > 1 && tops.every(({ heading }) => (heading.lines[0]?.size ?? 0) < size - 1))
      this.#shift = 1;
  }
}

/** Capitals in the same size and weight are mostly a habit, not a level. */
function isSameLevel(one: HeadingStyle, other: HeadingStyle): boolean {
  return (
    Math.abs(one.size - other.size) < SAME_SIZE &&
    one.isBold === other.isBold &&
    one.isItalic === other.isItalic &&
    one.isCentred === other.isCentred &&
    one.isIndented === other.isIndented &&
    (one.count === 1 || other.count === 1)
  );
}

function textOf(lines: readonly TextLine[]): string {
  return lines.map(({ text }) => text).join(' ');
}

function withoutNumber(text: string): string {
  return text.replace(
    /^(?:(?:chapter|section|part|appendix)\s+)?(?:\d+|[A-Z](?=\.))(?:\.\d+)*[.):]?\s+/i,
    '',
  );
}

function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
