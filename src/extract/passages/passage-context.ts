import type { WrittenBlock } from '../../html/to-markdown/written-block.ts';

const HEADING_LEVELS = 6;
/** Longer headings and lines are cut. */
const LONGEST = 150;
/** Lists within lists whose first lines count. */
const MAX_ITEMS = 8;

interface Line {
  readonly text: string;
  /** Columns of indentation. */
  readonly depth: number;
}

/** The headings, labels and first lines of items that the next block stands under. */
export class PassageContext {
  readonly #headings: string[] = [];
  #label: Line | undefined;
  #leadIn: { readonly text: string; readonly markdown: string; isUsed: boolean } | undefined;
  #items: Line[] = [];
  #text: string | undefined;

  get text(): string {
    return (this.#text ??= [
      ...this.#headings,
      this.#label?.text ?? '',
      this.#leadIn?.text ?? '',
      ...this.#items.map(({ text }) => text),
    ]
      .filter((line) => line !== '')
      .join('\n'));
  }

  /** The line that leads the next block in, as Markdown. */
  get lead(): string {
    return this.#leadIn?.markdown ?? '';
  }

  addHeading(text: string, level: number): void {
    this.#headings.length = Math.min(this.#headings.length, HEADING_LEVELS, level - 1);
    while (this.#headings.length < level - 1) this.#headings.push('');
    this.#headings.push(text.slice(0, LONGEST));
    this.#label = undefined;
    this.#leadIn = undefined;
    this.#items = [];
    this.#text = undefined;
  }

  /** Ends what the next block does not stand under any more. */
  enter({ firstPrefix, prefix }: WrittenBlock): void {
    const isItem = firstPrefix !== prefix;
    const depth = prefix.length;
    const isUnder = (line: Line): boolean => (isItem ? line.depth < depth : line.depth <= depth);
    if (this.#items.some((item) => !isUnder(item))) {
      this.#items = this.#items.filter(isUnder);
      this.#text = undefined;
    }
    if (this.#label !== undefined && this.#label.depth > 0 && !isUnder(this.#label)) {
      this.#label = undefined;
      this.#text = undefined;
    }
    if (this.#leadIn?.isUsed === true && depth === 0) this.leave();
    else if (this.#leadIn !== undefined) this.#leadIn.isUsed = true;
  }

  /** Ends the reach of a line that leads one list, table or block of code in. */
  leave(): void {
    if (this.#leadIn === undefined) return;
    this.#leadIn = undefined;
    this.#text = undefined;
  }

  label(text: string, depth: number): void {
    this.#label = { text, depth };
    this.#leadIn = undefined;
    this.#text = undefined;
  }

  leadIn(text: string, markdown: string): void {
    this.#leadIn = { text, markdown, isUsed: false };
    this.#text = undefined;
  }

  /** Takes the first line of an item for what is nested in it. */
  note({ firstPrefix, prefix }: WrittenBlock, text: string): void {
    if (firstPrefix === prefix || this.#items.length >= MAX_ITEMS) return;
    this.#items.push({ text: text.slice(0, LONGEST), depth: prefix.length });
    this.#text = undefined;
  }
}
