import type { PdfWord } from '../../pdf-page.ts';
import type { Block } from '../block.ts';
import type { FileStyle } from '../file-style.ts';
import { numberingDepth } from './heading-levels.ts';
import { isOtherColour, lookOf } from './line-look.ts';
import type { TextLine } from '../text-line.ts';

/** Share of the short texts of a look that end like a sentence: headings hardly do. */
const MOST_FINISHED = 0.15;
/** Share of the short texts of a look that stand above text; labels stand elsewhere. */
const LEAST_ABOVE_TEXT = 0.6;
/** Share of the short texts of a look that have more space above than below. */
const LEAST_APART = 0.7;
/** Times the size of the text: below the first a look is smaller, above the second it is larger, and that alone is a difference. */
const SMALLER_RATIO = 0.97;
const LARGER_RATIO = 1.04;
/** Letters of a heading, at least; of ideographs fewer say as much. */
const MIN_LETTERS = 3;
const MIN_IDEOGRAPHS = 2;
/** Space on both sides of a centred line differs by less: points, and share of that on its left. */
const CENTRED_POINTS = 3;
const CENTRED_SHARE = 0.06;
/** White space above and below a line that stands apart, in sizes. */
const SPACED = 0.4;
/** Room behind such a line, in sizes: a full line is text. */
const ROOM_BEHIND = 2;
/** How far such a line may be from the left edge of the text below, in sizes. */
const SAME_LEFT = 0.3;
/** Paragraphs that are set tightly overlap by less than this, points, and have less space between them, in sizes. */
const OVERLAP = 2;
const TIGHT = 0.25;
/** Letters of one line that are text, not another heading, more than. */
const TEXT_LETTERS = 60;
/** Blocks that overlap by more than this are in different columns, points. */
const OTHER_COLUMN = 5;
/** Space above may be so much less than below for rounding, points. */
const SPACE_SLACK = 1;

type Heading = Extract<Block, { type: 'heading' }>;

/** How the blocks of one look are used in a file. */
interface Usage {
  /** Short blocks that could be headings, by what speaks for it. */
  short: number;
  finished: number;
  low: number;
  aboveText: number;
  apart: number;
  /** Longer ones, and letters in them. */
  long: number;
  letters: number;
}

interface Candidate {
  lines: TextLine[];
  /** Its look, and that together with its place. */
  keys: string[];
}

/** How a short paragraph stands above the text that follows it. */
type Place = 'centred' | 'spaced' | 'plain';

/** Longer texts are no headings. */
const MAX_LINES = 3;
const MAX_LETTERS = 140;
/** Letters of a text that is certainly none. */
const LONG_TEXT = 160;
/** A look that this share of the text is set in is that of the text. */
const BODY_SHARE = 0.08;
/** Found so often, a look tells what it is used for. */
const ENOUGH = 2;
const CAPTION =
  /^(?:fig(?:ure|\.)?|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|figura|tabla|source|note)\b/i;
/** Options, code, and entries of a table of contents. */
const NONE = /^[-−–—]|[\\{}]|\D\s\d{1,3}$/;
const FINISHED = /(?:[^.]\.|[;,:!。，；：！])["'”’»)\]]*$/;

/**
 * Headings that only their look tells from the text, such as another colour or font in the size of the text: short lines of one
 * look that stand above ordinary text all over the file, and never are a text themselves.
 */
export class HeadingLooks {
  readonly #usages = new Map<string, Usage>();
  #letters = 0;
  readonly #style: FileStyle;
  readonly #links: WeakMap<PdfWord, string>;

  /** `links` are those of words: what leads elsewhere is underlined and coloured for that. */
  constructor(style: FileStyle, links: WeakMap<PdfWord, string>) {
    this.#style = style;
    this.#links = links;
  }

  /** Takes note of pages that follow those added before, and makes headings of what is one on them. */
  promote(pages: readonly Block[][]): void {
    for (const blocks of pages)
      for (const [index, block] of blocks.entries()) this.#note(block, index, blocks);
    const found = new Set<string>();
    for (const [key, usage] of this.#usages) if (this.#isOfHeadings(key, usage)) found.add(key);
    if (found.size === 0) return;
    for (const blocks of pages) {
      for (const [index, block] of blocks.entries()) {
        const candidate = this.#candidateOf(index, blocks);
        if (!candidate?.keys.some((key) => found.has(key)) || !isAboveText(index, blocks)) continue;
        blocks[index] = toHeading(block, candidate.lines);
      }
    }
  }

  #note(block: Block, index: number, blocks: readonly Block[]): void {
    const candidate = this.#candidateOf(index, blocks);
    if (candidate === undefined) return this.#noteText(block);
    const text = textOf(candidate.lines);
    for (const key of candidate.keys) {
      const usage = this.#usageOf(key);
      usage.short++;
      if (FINISHED.test(text) && numberingDepth(text) === 0) usage.finished++;
      if (/^[\p{Ll},;)]/u.test(text)) usage.low++;
      if (isAboveText(index, blocks)) usage.aboveText++;
      if (isApart(index, blocks)) usage.apart++;
    }
  }

  #candidateOf(index: number, blocks: readonly Block[]): Candidate | undefined {
    const candidate = candidateOf(index, blocks);
    const isLink = candidate?.lines.every(({ words }) => words.every((word) => this.#links.has(word)));
    return isLink === true ? undefined : candidate;
  }

  #noteText(block: Block): void {
    const lines = block.type === 'paragraph' || block.type === 'caption' ? block.lines : undefined;
    const items = block.type === 'list' ? block.items.flatMap((item) => item.lines) : [];
    for (const line of lines ?? items) {
      const usage = this.#usageOf(textKeyOf([line]));
      usage.letters += line.length;
      this.#letters += line.length;
    }
    const length = (lines ?? []).reduce((sum, line) => sum + line.length, 0);
    if (lines !== undefined && length > LONG_TEXT) this.#usageOf(textKeyOf(lines)).long++;
  }

  #usageOf(key: string): Usage {
    let usage = this.#usages.get(key);
    if (usage === undefined) {
      usage = { short: 0, finished: 0, low: 0, aboveText: 0, apart: 0, long: 0, letters: 0 };
      this.#usages.set(key, usage);
    }
    return usage;
  }

  #isOfHeadings(key: string, usage: Usage): boolean {
    const { short, finished, low, aboveText, apart, long, letters } = usage;
    if (short < ENOUGH || long > 0 || letters > this.#letters * BODY_SHARE) return false;
    if (
      finished > short * MOST_FINISHED ||
      low > 0 ||
      aboveText < short * LEAST_ABOVE_TEXT ||
      apart < short * LEAST_APART
    )
      return false;
    return this.#isDistinct(key);
  }

  /** Other than the text, and not only smaller. */
  #isDistinct(key: string): boolean {
    const look = parseKey(key);
    const body = this.#bodyLook();
    if (look === undefined || body === undefined) return false;
    const ratio = look.size / this.#style.bodySize;
    if (ratio < SMALLER_RATIO) return false;
    if (ratio > LARGER_RATIO || look.marks !== '-' || look.place !== 'plain') return true;
    return isOtherColour(look.colour, body.colour) || look.font !== body.font;
  }

  #bodyLook(): Look | undefined {
    let most = 0;
    let body: string | undefined;
    for (const [key, { letters }] of this.#usages) {
      if (letters > most && parseKey(key) !== undefined) {
        most = letters;
        body = key;
      }
    }
    return body === undefined ? undefined : parseKey(body);
  }
}

function textKeyOf(lines: readonly TextLine[]): string {
  return `plain ${keyOf(lines) ?? ''}`;
}

interface Look {
  place: string;
  size: number;
  font: string;
  colour: number;
  marks: string;
}

/** Undefined when the lines do not look alike. */
function keyOf(lines: readonly TextLine[]): string | undefined {
  let key: string | undefined;
  for (const line of lines) {
    const { fontName, colour } = lookOf(line);
    if (fontName === undefined || colour === undefined) return undefined;
    const marks = `${line.isUnderlined ? 'u' : ''}${line.isSmallCapitals ? 'c' : ''}-`;
    const own = `${Math.round(line.size * 2) / 2} ${colour} ${marks} ${fontName}`;
    if (key !== undefined && own !== key) return undefined;
    key = own;
  }
  return key;
}

function parseKey(key: string): Look | undefined {
  const match = /^(centred|spaced|plain) (\S+) (\S+) (\S+) (.*)$/.exec(key);
  if (match === null) return undefined;
  const [, place, size, colour, marks, font] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { place, size: Number(size), colour: Number(colour), marks, font };
}

/** A short paragraph of one look. */
function candidateOf(index: number, blocks: readonly Block[]): Candidate | undefined {
  const block = blocks[index]!;
  if (block.type !== 'paragraph' || block.lines.length > MAX_LINES) return undefined;
  const { lines } = block;
  const text = textOf(lines);
  if (
    text.length > MAX_LETTERS ||
    (text.match(/\p{L}/gu)?.length ?? 0) < (/\p{Lo}/u.test(text) ? MIN_IDEOGRAPHS : MIN_LETTERS) ||
    CAPTION.test(text)
  )
    return undefined;
  // Listings have numbers and names in colours of their own; entries of a table of contents end with the number of a page.
  if (lines.some(({ words }) => words.some(({ font }) => font.isMonospaced)) || NONE.test(text))
    return undefined;
  const key = keyOf(lines);
  if (key === undefined) return undefined;
  const place = placeOf(index, blocks);
  return { lines, keys: place === 'plain' ? [`plain ${key}`] : [`plain ${key}`, `${place} ${key}`] };
}

/** Told from the paragraph below it in the same column. */
function placeOf(index: number, blocks: readonly Block[]): Place {
  const { box, lines } = blocks[index] as Extract<Block, { type: 'paragraph' }>;
  const next = blocks[index + 1];
  const size = lines[0]!.size;
  if (next?.type !== 'paragraph' || next.lines.length < 2 || next.box.top < box.bottom - size) return 'plain';
  const below = next.box.top - box.bottom;
  const left = box.left - next.box.left;
  const right = next.box.right - box.right;
  if (left > size && Math.abs(left - right) < Math.max(CENTRED_POINTS, left * CENTRED_SHARE))
    return 'centred';
  const before = blocks[index - 1];
  const above = before === undefined || before.box.bottom > box.top ? Infinity : box.top - before.box.bottom;
  const isSpaced =
    below > size * SPACED &&
    above > size * SPACED &&
    right > size * ROOM_BEHIND &&
    Math.abs(left) < size * SAME_LEFT;
  return isSpaced && isTightlySet(next, blocks[index + 2]) ? 'spaced' : 'plain';
}

/** No more space between two paragraphs than between their lines. */
function isTightlySet(one: Block, other: Block | undefined): boolean {
  if (other?.type !== 'paragraph' || other.lines.length < 2) return false;
  const gap = other.box.top - one.box.bottom;
  return gap > -OVERLAP && gap < (one as Extract<Block, { type: 'paragraph' }>).lines[0]!.size * TIGHT;
}

function textOf(lines: readonly TextLine[]): string {
  return lines.map(({ text }) => text).join(' ');
}

const PASSED: ReadonlySet<Block['type']> = new Set(['figure', 'header', 'footer', 'footnote']);

/** Whether text follows below it, or at the top of what comes next. */
function isAboveText(index: number, blocks: readonly Block[]): boolean {
  for (let at = index + 1; at < blocks.length; at++) {
    const next = blocks[at]!;
    if (PASSED.has(next.type)) continue;
    if (next.type === 'heading' || next.type === 'list' || next.type === 'table') return true;
    if (next.type !== 'paragraph') return next.type === 'code' || next.type === 'formula';
    const length = next.lines.reduce((sum, line) => sum + line.length, 0);
    return length > TEXT_LETTERS || next.lines.length > 1;
  }
  return false;
}

/** More space above than below, as far as both are in its column. */
function isApart(index: number, blocks: readonly Block[]): boolean {
  const block = blocks[index]!;
  const before = blocks[index - 1];
  const next = blocks[index + 1];
  if (before === undefined || before.type === 'header' || next === undefined) return true;
  const above = block.box.top - before.box.bottom;
  const below = next.box.top - block.box.bottom;
  return above < -OTHER_COLUMN || below < -OTHER_COLUMN || above > below - SPACE_SLACK;
}

function toHeading(block: Block, lines: TextLine[]): Heading {
  return { type: 'heading', lines, level: 0, isCentred: false, box: block.box, confidence: 0.7 };
}
