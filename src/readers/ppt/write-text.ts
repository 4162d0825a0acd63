import type { OutputBudget } from '../html-writer/output-budget.ts';
import { ListNumbers } from '../slides/list-numbers.ts';
import { EMPHASIS_MARK, STRONG_MARK, SUBSCRIPT_MARK, SUPERSCRIPT_MARK } from '../text-document/marks.ts';
import { TEXT_ROLE } from '../text-document/paragraph-role.ts';
import { TextDocumentWriter } from '../text-document/text-document-writer.ts';
import { TextRuns } from '../text-document/text-runs.ts';
import type { MasterBullets } from './master-bullets.ts';
import type { TextBlock } from './text-block.ts';
import type { CharacterRun, AutoNumber, ParagraphRun } from './text-style.ts';

/** The surroundings of a text that its look comes from. */
export interface TextPlace {
  hasBullet: MasterBullets;
  numberings: ReadonlyArray<AutoNumber | undefined>;
  budget: OutputBudget;
}

/** Writes the paragraphs of a text: those with bullets or numbers as nested lists. */
export function writeText(block: TextBlock, place: TextPlace, isCell: boolean): TextDocumentWriter {
  const writer = new TextDocumentWriter(place.budget, isCell);
  const numbers = new ListNumbers();
  const cursor = new TextCursor(block);
  let start = 0;
  for (const text of block.text.split('\r')) {
    const runs = new TextRuns(place.budget);
    const { level, hasBullet } = cursor.paragraphAt(start);
    const numbering = place.numberings[cursor.charactersAt(start)?.extension ?? 0];
    cursor.write(start, start + text.length, runs);
    start += text.length + 1;
    if (runs.isEmpty) continue;
    const isItem = hasBullet ?? place.hasBullet(block.type, level);
    const kind = !isItem ? 'none' : numbering === undefined ? 'ul' : 'ol';
    writer.paragraph({ role: TEXT_ROLE, runs, mark: numbers.next(kind, level, numbering?.start ?? 1) });
  }
  return writer;
}

function withoutFields(text: string, fields: ReadonlySet<number>): string {
  let shown = '';
  for (let at = 0; at < text.length; at++) if (!fields.has(at)) shown += text.charAt(at);
  return shown;
}

/** The text in one line. */
export function lineOfText({ text, fields }: TextBlock): string {
  const shown = fields.size === 0 ? text : withoutFields(text, fields);
  return shown.replaceAll(/[\s\v]+/g, ' ').trim();
}

const PLAIN: ParagraphRun = { end: Infinity, level: 0, hasBullet: undefined };

/** Goes once over a text and the runs of its formatting. */
class TextCursor {
  readonly #block: TextBlock;
  #paragraph = 0;
  #characters = 0;
  #link = 0;

  constructor(block: TextBlock) {
    this.#block = block;
    block.links.sort((one, other) => one.start - other.start);
  }

  paragraphAt(at: number): ParagraphRun {
    const { paragraphs } = this.#block.style;
    while ((paragraphs[this.#paragraph]?.end ?? Infinity) <= at) this.#paragraph++;
    return paragraphs[this.#paragraph] ?? PLAIN;
  }

  charactersAt(at: number): CharacterRun | undefined {
    const { characters } = this.#block.style;
    while ((characters[this.#characters]?.end ?? Infinity) <= at) this.#characters++;
    return characters[this.#characters];
  }

  write(from: number, to: number, runs: TextRuns): void {
    for (let at = from; at < to;) {
      const style = this.charactersAt(at);
      const { href, end } = this.#linkAt(at);
      const next = Math.min(to, style?.end ?? Infinity, end);
      this.#add(at, next, { marks: marksOf(style), href, runs });
      at = next;
    }
  }

  #linkAt(at: number): { href: string | undefined; end: number } {
    const { links } = this.#block;
    while ((links[this.#link]?.end ?? Infinity) <= at) this.#link++;
    const link = links[this.#link];
    if (link === undefined) return { href: undefined, end: Infinity };
    return link.start <= at ? link : { href: undefined, end: link.start };
  }

  #add(
    from: number,
    to: number,
    { marks, href, runs }: { marks: number; href: string | undefined; runs: TextRuns },
  ): void {
    const { text, fields } = this.#block;
    let start = from;
    for (let at = from; at < to; at++) {
      const isBreak = text.charCodeAt(at) === 0xb;
      if (!isBreak && !fields.has(at)) continue;
      runs.addText(text.slice(start, at), marks, href);
      if (isBreak) runs.addBreak(href);
      start = at + 1;
    }
    runs.addText(text.slice(start, to), marks, href);
  }
}

function marksOf(style: CharacterRun | undefined): number {
  if (style === undefined) return 0;
  let marks = 0;
  if (style.isBold) marks |= STRONG_MARK;
  if (style.isItalic) marks |= EMPHASIS_MARK;
  if (style.position > 0) marks |= SUPERSCRIPT_MARK;
  if (style.position < 0) marks |= SUBSCRIPT_MARK;
  return marks;
}
