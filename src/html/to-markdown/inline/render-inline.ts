import { firstCharacter, lastCharacter, mayBeLetter } from './characters.ts';
import { codeSpan } from './code-span.ts';
import { type EscapeNeeds, escapeNeeds, escapeMarkdown } from './escape-text.ts';
import { fitDelimiters } from './fit-delimiters.ts';
import { DELETED, type LinkTarget, MARKS, type Run, STRONG, SUBSCRIPT, SUPERSCRIPT } from './run.ts';
import { splitAtLinks } from './split-at-links.ts';
import { TextPieces } from './text-pieces.ts';
import { uncrossMarks } from './uncross-marks.ts';

/** Stands among the marks for the link, which nests like one. */
const LINK = 32;
/** Outermost first among what begins and ends together: a link's brackets make room for any emphasis inside them. */
const LAYERS = [LINK, ...MARKS];

interface Open {
  readonly layer: number;
  readonly closing: string;
}

/**
 * One paragraph as Markdown. Runs carry sets of marks, not tags, so emphasis that touches or overlaps comes out as
 * well nested delimiters, whatever the page's tags did. `hardBreak` is what a line break is written as.
 */
export function renderInline(source: Run[], links: readonly LinkTarget[], hardBreak: string): string {
  const [only] = source;
  if (source.length === 1 && only !== undefined && only.marks === 0 && only.link === 0) {
    return renderRun(only, escapeNeeds(source), '', hardBreak);
  }
  const hasMarks = marksOf(source) !== 0;
  return new InlineRenderer(hasMarks ? untangle(source) : source, links, hardBreak, hasMarks).render();
}

/**
 * Makes every mark writable. A part that is cut off at one edge may meet another mark there, so it takes two rounds.
 */
function untangle(source: Run[]): Run[] {
  let runs = source;
  for (let round = 0; round < 2; round++) {
    uncrossMarks(runs);
    splitAtLinks(runs);
    runs = fitDelimiters(runs);
  }
  return runs;
}

function marksOf(runs: readonly Run[]): number {
  let marks = 0;
  for (const run of runs) marks |= run.marks;
  return marks;
}

function renderRun(run: Run, needs: EscapeNeeds, next: string, hardBreak: string): string {
  if (run.kind === 'text') return escapeMarkdown(run.text, needs, { isInLink: run.link !== 0, next });
  if (run.kind === 'code') return codeSpan(run.text);
  return run.kind === 'break' ? hardBreak : run.text;
}

class InlineRenderer {
  readonly #runs: Run[];
  readonly #links: readonly LinkTarget[];
  readonly #hardBreak: string;
  readonly #out = new TextPieces();
  readonly #open: Open[] = [];
  /** For each run and layer: index of the first run after it that the layer does not reach. Links alone need it not. */
  readonly #reach: Int32Array | undefined;

  constructor(runs: Run[], links: readonly LinkTarget[], hardBreak: string, hasMarks: boolean) {
    this.#runs = runs;
    this.#links = links;
    this.#hardBreak = hardBreak;
    this.#reach = hasMarks ? this.#measureReach() : undefined;
  }

  render(): string {
    const needs = escapeNeeds(this.#runs);
    for (let index = 0; index < this.#runs.length; index++) {
      const run = this.#runs[index]!;
      if (this.#open.length > 0) this.#closeFor(run, this.#runs[index - 1]);
      if (run.marks !== 0 || run.link !== 0) this.#openFor(run, index);
      this.#out.push(renderRun(run, needs, this.#next(run, index), this.#hardBreak));
    }
    while (this.#open.length > 0) this.#closeLast();
    return this.#out.join();
  }

  #measureReach(): Int32Array {
    const reach = new Int32Array(this.#runs.length * LAYERS.length);
    for (let index = this.#runs.length - 1; index >= 0; index--) {
      const run = this.#runs[index]!;
      if (run.marks === 0 && run.link === 0) continue;
      const next = this.#runs[index + 1];
      for (let rank = 0; rank < LAYERS.length; rank++) {
        const goesOn = next !== undefined && continues(run, next, LAYERS[rank]!);
        const at = index * LAYERS.length + rank;
        reach[at] = goesOn ? reach[at + LAYERS.length]! : index + 1;
      }
    }
    return reach;
  }

  /** Closes what ends before `run`; what lies inside it and goes on is opened again. */
  #closeFor(run: Run, previous: Run | undefined): void {
    if (previous === undefined) return;
    const keeps = this.#open.findIndex(({ layer }) => !continues(previous, run, layer));
    if (keeps >= 0) while (this.#open.length > keeps) this.#closeLast();
  }

  #closeLast(): void {
    const last = this.#open.pop();
    if (last !== undefined) this.#out.push(last.closing);
  }

  /** Opens what begins with the run, the one that reaches furthest first. */
  #openFor(run: Run, index: number): void {
    const missing: { layer: number; reach: number }[] = [];
    for (let rank = 0; rank < LAYERS.length; rank++) {
      const layer = LAYERS[rank]!;
      const isWanted = layer === LINK ? run.link !== 0 : (run.marks & layer) !== 0;
      if (!isWanted || this.#open.some((open) => open.layer === layer)) continue;
      missing.push({ layer, reach: this.#reach?.[index * LAYERS.length + rank] ?? 0 });
    }
    if (missing.length > 1) missing.sort((a, b) => b.reach - a.reach);
    for (const { layer, reach } of missing) {
      const [opening, closing] = this.#delimiters(layer, run, index, reach);
      this.#out.push(opening);
      this.#open.push({ layer, closing });
    }
  }

  #delimiters(layer: number, run: Run, index: number, reach: number): readonly [string, string] {
    switch (layer) {
      case LINK: {
        const { destination, title } = this.#links[run.link]!;
        return ['[', `](${destination}${title})`];
      }
      case STRONG:
        return ['**', '**'];
      case DELETED:
        return ['~~', '~~'];
      case SUPERSCRIPT:
        return ['<sup>', '</sup>'];
      case SUBSCRIPT:
        return ['<sub>', '</sub>'];
      default:
        return this.#meetsStrong(index, reach) ? ['_', '_'] : ['*', '*'];
    }
  }

  /** True when the emphasis shares an edge with strong emphasis and `_` works there: `***a** b*` reads better as `_**a** b_`. */
  #meetsStrong(from: number, to: number): boolean {
    const { [from - 1]: before, [from]: first, [to - 1]: last, [to]: after } = this.#runs;
    const isShared = differ(before, first) || differ(last, after);
    return isShared && !isLetter(before, lastCharacter) && !isLetter(after, firstCharacter);
  }

  /** First character that will stand after the run, or the worst that it can be. */
  #next(run: Run, index: number): string {
    const next = this.#runs[index + 1];
    if (next === undefined && run.link !== 0) return ']';
    if (next === undefined) return run.marks === 0 ? '' : '*';
    if (next.link !== run.link) return next.link === 0 ? ']' : '[';
    if (next.marks !== run.marks) return '*';
    return next.kind === 'text' || next.kind === 'atom' ? firstCharacter(next.text) : '`';
  }
}

function continues(run: Run, next: Run, layer: number): boolean {
  if (layer === LINK) return run.link !== 0 && run.link === next.link;
  return (run.marks & next.marks & layer) !== 0 && (next.split & layer) === 0;
}

function differ(one: Run | undefined, other: Run | undefined): boolean {
  return (((one?.marks ?? 0) ^ (other?.marks ?? 0)) & STRONG) !== 0;
}

function isLetter(run: Run | undefined, edge: (text: string) => string): boolean {
  return run?.kind === 'text' && mayBeLetter(edge(run.text));
}
