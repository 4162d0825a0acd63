import type { PdfFacts } from '../../pdf-page.ts';
import type { Block } from '../block.ts';
import { isOtherColour, lookOf } from './line-look.ts';
import { levelsOfRanks } from './nested-ranks.ts';
import type { TextLine } from '../text-line.ts';

/** Longer texts are not looked for in the outline, letters. */
const MAX_OUTLINE_LETTERS = 300;
/** Headings of other styles that a file needs before those under its title count as names and dates. */
const MIN_OTHERS = 2;
/** `Abstract` stands no deeper than this. */
const ABSTRACT_LEVEL = 2;
/** Headings with one number from which sections are numbered, and how far their size may be from that of one without, as a share. */
const MIN_NUMBERED = 2;
const ABOUT_SAME_SIZE = 0.25;
/** A title is larger than the sections of the outline by this at least, points. */
const TITLE_DIFFERENCE = 1;

type Heading = Extract<Block, { type: 'heading' }>;

interface HeadingStyle {
  size: number;
  isBold: boolean;
  isItalic: boolean;
  isCapitals: boolean;
  isCentred: boolean;
  isIndented: boolean;
  /** Undefined when the line has several. */
  colour: number | undefined;
  count: number;
  firstPage: number;
  lastPage: number;
  /** Depths of the numbers in front, such as 2 for `3.1`; 0 for none. */
  depths: Map<number, number>;
}

/** Headings that tell which styles stand below which, at most. */
const MAX_ORDER = 5_000;
/** HTML has no deeper ones. */
const MAX_LEVEL = 6;
/** Sizes nearer than this are one, points. */
const SAME_SIZE = 0.7;
const USUAL_TITLE =
  /^(?:abstract|summary|executive summary|introduction|contents|table of contents|zusammenfassung|inhalt|résumé|resumen|overview)\b/i;
/** Sections that have no number where all others have one. */
const USUAL_SECTION =
  /^(?:contents|table of contents|index|preface|foreword|introduction|conclusions?|appendix|inhalt(?:sverzeichnis)?|acknowledge?ments?|references|bibliography|literature cited|conflicts? of interest|funding|author contributions|data availability|notation|nomenclature|glossary|danksagung|literatur(?:verzeichnis)?|quellen|remerciements|bibliographie|références|agradecimientos|agradecimentos|referencias|referências|bibliografía|ringraziamenti|bibliografia|致谢|参考文献|謝辞)\W*$/i;
const NUMBERING =
  /^(?:(?:chapter|section|part|appendix|kapitel|abschnitt|teil|chapitre|capítulo)\s+)?((?:\d{1,3}|[IVX]{1,5}(?=\.)|[A-Z])(?:\.(?:\d{1,3}|[A-Z](?=[.\s])))*)[.):]?\s+\S/i;

/** Where the text of a paper begins. */
export function beginsPaper(heading: Heading): boolean {
  return /^(?:abstract|summary|zusammenfassung|résumé|resumen)\W*$/i.test(textOf(heading.lines));
}

/** Depth of the number that a heading begins with: 1 for `4 Method`, 2 for `4.1 Data`; 0 for none. */
export function numberingDepth(text: string): number {
  const match = NUMBERING.exec(text);
  if (match === null) return 0;
  const number = match[1]!;
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
  /** Styles of the headings in their order, the first of them: enough to tell which stand below which. */
  readonly #order: HeadingStyle[] = [];
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
    if (this.#outline.size === 0 || text.length > MAX_OUTLINE_LETTERS) return undefined;
    return this.#outline.get(keyOf(text)) ?? this.#outline.get(keyOf(withoutNumber(text)));
  }

  /** Takes note of headings found; then `assign` gives levels. */
  add(headings: readonly { heading: Heading; page: number }[]): void {
    for (const { heading, page } of headings) {
      const style = this.#styleOf(heading, page);
      style.count++;
      if (this.#order.length < MAX_ORDER) this.#order.push(style);
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
      others >= MIN_OTHERS &&
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
    const section = USUAL_SECTION.test(text) ? this.#sectionLevel(style) : undefined;
    if (section !== undefined) {
      heading.level = section;
      return;
    }
    const depth = numberingDepth(text);
    const least = Math.min(...[...style.depths.keys()].filter((found) => found > 0));
    const extra = depth > 0 && Number.isFinite(least) ? depth - least : 0;
    // In many papers it is set smaller than the headings inside their sections.
    const most = /^abstract\W*$/i.test(text) ? ABSTRACT_LEVEL : MAX_LEVEL;
    heading.level = Math.min((this.#levels.get(style) ?? 1) + extra, most);
  }

  /** Level of numbered sections of about the same size; undefined when sections have no numbers. */
  #sectionLevel({ size }: HeadingStyle): number | undefined {
    const numbered = this.#styles.filter(
      (style) =>
        (style.depths.get(1) ?? 0) >= MIN_NUMBERED && Math.abs(style.size - size) < size * ABOUT_SAME_SIZE,
    );
    const levels = numbered.map((style) => this.#levels.get(style) ?? MAX_LEVEL);
    return levels.length === 0 ? undefined : Math.min(...levels);
  }

  #styleOf(heading: Heading, page: number): HeadingStyle {
    const { lines } = heading;
    const [first] = lines;
    const size = first?.size ?? 0;
    const isBold = first?.isBold ?? false;
    // A title whose words differ in weight stands beside those of either.
    const isMixed = !isBold && first?.words.some(({ font }) => font.isBold) === true;
    const isItalic = first !== undefined && isItalicText(first);
    const capitals = isCapitals(textOf(lines)) || first?.isSmallCapitals === true;
    const colour = first === undefined ? undefined : lookOf(first).colour;
    const { isCentred, isIndented = false } = heading;
    let style = this.#styles.find(
      (known) =>
        Math.abs(known.size - size) < SAME_SIZE &&
        (known.isBold === isBold || isMixed) &&
        known.isItalic === isItalic &&
        known.isCapitals === capitals &&
        known.isCentred === isCentred &&
        known.isIndented === isIndented &&
        !areOtherColours(known.colour, colour),
    );
    if (style === undefined) {
      style = {
        size,
        isBold,
        isItalic,
        isCapitals: capitals,
        isCentred,
        isIndented,
        colour,
        count: 0,
        firstPage: page,
        lastPage: page,
        depths: new Map(),
      };
      this.#styles.push(style);
    }
    return style;
  }

  #rank(): void {
    const sorted = this.#styles.filter(({ count }) => count > 0).toSorted(byRank);
    const lastPage = Math.max(...sorted.map((style) => style.lastPage));
    const ranks = new Map<HeadingStyle, number>();
    const lone = new Set<HeadingStyle>();
    let rank = 0;
    let before: HeadingStyle | undefined;
    for (const style of sorted) {
      if (before !== undefined && isSameLevel(before, style)) {
        ranks.set(style, rank);
        continue;
      }
      // A subtitle or a name under the title is no level of its own.
      const isLone =
        rank > 0 &&
        style.count === 1 &&
        style.lastPage === 1 &&
        !style.isBold &&
        lastPage > 1 &&
        style !== sorted.at(-1);
      if (isLone) lone.add(style);
      else {
        rank++;
        before = style;
      }
      ranks.set(style, rank);
    }
    const levels = levelsOfRanks(
      this.#order.filter((style) => !lone.has(style)),
      ranks,
    );
    this.#levels = new Map(
      sorted.map((style) => [style, (levels.get(ranks.get(style)!) ?? 1) + Number(lone.has(style))]),
    );
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
    if (
      tops.length > 1 &&
      tops.every(({ heading }) => (heading.lines[0]?.size ?? 0) < size - TITLE_DIFFERENCE)
    )
      this.#shift = 1;
  }
}

/** Larger stands above smaller, then bold above plain, upright above italic, centred above not, capitals above small letters; else the first above later ones. */
function byRank(a: HeadingStyle, b: HeadingStyle): number {
  return (
    (Math.abs(a.size - b.size) < SAME_SIZE ? 0 : b.size - a.size) ||
    Number(b.isBold) - Number(a.isBold) ||
    Number(a.isItalic) - Number(b.isItalic) ||
    Number(b.isCentred) - Number(a.isCentred) ||
    Number(a.isIndented) - Number(b.isIndented) ||
    Number(b.isCapitals) - Number(a.isCapitals)
  );
}

function areOtherColours(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && isOtherColour(one, other);
}

/** The number in front is often upright. */
export function isItalicText({ words }: TextLine): boolean {
  const start = words.length > 1 && /^[(\dA-Z.)]+$/.test(words[0]?.text ?? '') ? 1 : 0;
  return words.slice(start).every(({ font }) => font.isItalic);
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
