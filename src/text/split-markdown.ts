import { endWithinTokens, estimateTokens } from './estimate-tokens.ts';
import { readUnits, type MarkdownUnit } from './markdown-units.ts';
import { sentenceLengths } from './sentences.ts';

/** A part of a Markdown text. The bodies of all pieces, joined, are the text. */
export interface MarkdownPiece {
  /** The part itself, to the character. */
  readonly body: string;
  /** The part as it can be read alone: below the headings it stands under, a table with its header, code in its fence. */
  readonly text: string;
}

/** A piece that is fuller than this ends before a heading of the first two levels. */
const FULL_ENOUGH = 0.6;
const HIGH_LEVEL = 2;
/** Shares of a budget that headings, and the header of a table, may take. */
const MAX_HEADINGS = 0.2;
const MAX_LEAD = 0.25;
/** Longer headings are not repeated. */
const MAX_HEADING = 400;
const LEAST_TOKENS = 64;
const HEADING_LEVELS = 6;

/**
 * Cuts Markdown into pieces of at most `maxTokens` estimated tokens (64 at least): at blank lines outside of fences,
 * before high headings, between the rows of tables and lines of code, then between sentences, then anywhere. Not a
 * character is lost. Linear.
 */
export function splitMarkdown(markdown: string, maxTokens: number): MarkdownPiece[] {
  const packer = new Packer(markdown, Math.max(maxTokens, LEAST_TOKENS));
  for (const unit of readUnits(markdown)) packer.add(unit);
  return packer.finish();
}

class Packer {
  readonly #markdown: string;
  readonly #maxTokens: number;
  readonly #pieces: MarkdownPiece[] = [];
  readonly #headings: (string | undefined)[] = [];
  #from = 0;
  #end = 0;
  #prefix = '';
  #suffix = '';
  /** Tokens of the open piece, its prefix included. */
  #tokens = 0;

  constructor(markdown: string, maxTokens: number) {
    this.#markdown = markdown;
    this.#maxTokens = maxTokens;
  }

  add(unit: MarkdownUnit): void {
    const tokens = estimateTokens(this.#markdown.slice(unit.from, unit.end));
    const isHighHeading = unit.level > 0 && unit.level <= HIGH_LEVEL;
    if (isHighHeading && this.#tokens > this.#maxTokens * FULL_ENOUGH) this.#close();
    if (this.#fits(tokens, unit.tail)) this.#take(unit, tokens);
    else if (unit.parts !== undefined && tokens > this.#roomOf(unit)) this.#addParts(unit.parts());
    else this.#addAnew(unit, tokens);
    if (unit.level > 0) this.#noteHeading(unit);
  }

  finish(): MarkdownPiece[] {
    this.#close();
    return this.#pieces;
  }

  #addParts(parts: Iterable<MarkdownUnit>): void {
    for (const part of parts) {
      const tokens = estimateTokens(this.#markdown.slice(part.from, part.end));
      if (this.#fits(tokens, part.tail)) this.#take(part, tokens);
      else this.#addAnew(part, tokens);
    }
  }

  /** Begins a piece with a unit, which is cut when it is larger than a piece. */
  #addAnew(unit: MarkdownUnit, tokens: number): void {
    if (tokens <= this.#roomOf(unit)) {
      this.#close();
      this.#begin(unit);
      this.#take(unit, tokens);
      return;
    }
    let { from } = unit;
    for (const length of sentenceLengths(this.#markdown.slice(unit.from, unit.end))) {
      this.#addSentence(unit, from, from + length);
      from += length;
    }
  }

  #addSentence(unit: MarkdownUnit, from: number, end: number): void {
    const tokens = estimateTokens(this.#markdown.slice(from, end));
    if (this.#fits(tokens, unit.tail)) return this.#take({ ...unit, from, end }, tokens);
    for (let at = from; at < end;) {
      this.#close();
      this.#begin(unit);
      const stop = Math.min(end, this.#cut(at, this.#maxTokens - this.#tokens - estimateTokens(unit.tail)));
      this.#take({ ...unit, from: at, end: stop }, estimateTokens(this.#markdown.slice(at, stop)));
      at = stop;
    }
  }

  /** Where a text of too many tokens is cut: after the last blank within the last words, else between two characters. */
  #cut(from: number, tokens: number): number {
    const end = endWithinTokens(this.#markdown, from, tokens);
    if (end === this.#markdown.length) return end;
    const least = from + Math.ceil((end - from) * FULL_ENOUGH);
    for (let at = end; at > least; at--) {
      if (/\s/.test(this.#markdown[at - 1]!)) return at;
    }
    const isWithinPair = /[\uDC00-\uDFFF]/.test(this.#markdown[end]!) && end - from > 1;
    return isWithinPair ? end - 1 : end;
  }

  #fits(tokens: number, tail: string): boolean {
    return this.#tokens + tokens + estimateTokens(tail) <= this.#maxTokens;
  }

  #roomOf(unit: MarkdownUnit): number {
    const lead = this.#headingsAbove() + this.#leadOf(unit);
    return this.#maxTokens - estimateTokens(lead) - estimateTokens(unit.tail);
  }

  #leadOf({ lead }: MarkdownUnit): string {
    const isShort = lead.length <= this.#maxTokens && estimateTokens(lead) <= this.#maxTokens * MAX_LEAD;
    return isShort ? lead : '';
  }

  #begin(unit: MarkdownUnit): void {
    this.#prefix = this.#headingsAbove() + this.#leadOf(unit);
    this.#tokens = estimateTokens(this.#prefix);
  }

  #take(unit: MarkdownUnit, tokens: number): void {
    this.#suffix = unit.tail;
    this.#end = unit.end;
    this.#tokens += tokens;
  }

  #close(): void {
    if (this.#end > this.#from) {
      const body = this.#markdown.slice(this.#from, this.#end);
      this.#pieces.push({ body, text: `${this.#prefix}${body.trimEnd()}${this.#suffix}` });
    }
    this.#from = this.#end;
    this.#prefix = this.#headingsAbove();
    this.#suffix = '';
    this.#tokens = estimateTokens(this.#prefix);
  }

  #noteHeading({ from, end, level }: MarkdownUnit): void {
    this.#headings.length = Math.min(this.#headings.length, level - 1);
    if (end - from <= MAX_HEADING) this.#headings[level - 1] = this.#markdown.slice(from, end).trim();
  }

  /** The headings that what comes next stands under, as far as they have room: the innermost first. */
  #headingsAbove(): string {
    let room = this.#maxTokens * MAX_HEADINGS;
    let above = '';
    for (let level = HEADING_LEVELS; level > 0; level--) {
      const heading = this.#headings[level - 1];
      if (heading === undefined) continue;
      room -= estimateTokens(`${heading}\n\n`);
      if (room < 0) break;
      above = `${heading}\n\n${above}`;
    }
    return above;
  }
}
