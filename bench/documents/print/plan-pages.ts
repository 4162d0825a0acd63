/** A block of a document as `measureBlocks` finds it. */
export interface MeasuredBlock {
  /** With its margins, in CSS pixels. */
  height: number;
  /** As wide as the page: what follows begins below it in every column. */
  isWide: boolean;
  isNote: boolean;
  /** Stands for the end of a page. */
  isBreak: boolean;
  isKeptWithNext: boolean;
  /** Its notes, by their place among all blocks. */
  notes: readonly number[];
}

/** CSS pixels from the corner of a page, which counts from 0. */
export interface Place {
  page: number;
  left: number;
  top: number;
}

export interface PagePlan {
  /** `block`: its place among all blocks. */
  places: ReadonlyArray<Place & { block: number }>;
  /** Above the notes of a block. */
  rules: readonly Place[];
  ruleWidth: number;
}

/** Pages of a fixed size, in CSS pixels. */
export interface PageShape {
  width: number;
  height: number;
  columns: number;
  /** Columns go from right to left. */
  isRtl: boolean;
}

const GAP = 26;
/** Room of the rule above notes. */
const RULE_HEIGHT = 16;
const ABOVE_NOTES = 5;

export function columnWidthOf({ width, columns }: Pick<PageShape, 'width' | 'columns'>): number {
  return (width - GAP * (columns - 1)) / columns;
}

/** Gives blocks their places on pages and in columns; undefined when a block is higher than a page. */
export function planPages(blocks: readonly MeasuredBlock[], shape: PageShape): PagePlan | undefined {
  const pages = new FilledPages(blocks, shape);
  const flow = [...blocks.entries()].filter(([, { isNote }]) => !isNote);
  for (const [position, [index, block]] of flow.entries()) {
    if (block.isBreak) {
      pages.breakPage();
      continue;
    }
    const following = flow[position + 1]?.[1];
    const keptHeight = block.isKeptWithNext && following ? following.height : 0;
    if (!pages.add(index, keptHeight)) return undefined;
  }
  return pages.plan();
}

/** Pages that are filled from the first on, column by column. */
class FilledPages {
  readonly #blocks: readonly MeasuredBlock[];
  readonly #shape: PageShape;
  readonly #columnWidth: number;
  readonly #places: Array<Place & { block: number }> = [];
  readonly #rules: Place[] = [];
  #page = 0;
  #column = 0;
  /** The next block begins here. */
  #y = 0;
  /** Columns of this page begin here. */
  #top = 0;
  /** Notes of this column begin here. */
  #bottom: number;

  constructor(blocks: readonly MeasuredBlock[], shape: PageShape) {
    this.#blocks = blocks;
    this.#shape = shape;
    this.#columnWidth = columnWidthOf(shape);
    this.#bottom = shape.height;
  }

  plan(): PagePlan {
    return { places: this.#places, rules: this.#rules, ruleWidth: this.#columnWidth / 3 };
  }

  /** Begins a page, unless this one is empty. */
  breakPage(): void {
    if (this.#y === 0 && this.#column === 0) return;
    this.#page++;
    this.#column = 0;
    this.#y = 0;
    this.#top = 0;
    this.#bottom = this.#shape.height;
  }

  /** Adds a block with its notes, where `keptHeight` has room below it; false when it is higher than a page. */
  add(index: number, keptHeight: number): boolean {
    const { height, notes, isWide } = this.#blocks[index]!;
    const notesHeight = notes.reduce((sum, note) => sum + this.#blocks[note]!.height, 0);
    const needed = height + (notesHeight + (notes.length > 0 ? RULE_HEIGHT : 0));
    if (needed > this.#shape.height) return false;
    if (this.#y + needed + keptHeight > this.#bottom) this.#nextColumn();
    if (this.#y + needed > this.#bottom) return false;
    this.#places.push({ block: index, page: this.#page, left: isWide ? 0 : this.#left(), top: this.#y });
    this.#y += height;
    if (isWide) this.#top = this.#y;
    this.#addNotes(notes);
    return true;
  }

  #nextColumn(): void {
    this.#column++;
    if (this.#column === this.#shape.columns) {
      this.#column = 0;
      this.#page++;
      this.#top = 0;
    }
    this.#y = this.#top;
    this.#bottom = this.#shape.height;
  }

  #left(): number {
    const { columns, isRtl } = this.#shape;
    return (isRtl ? columns - 1 - this.#column : this.#column) * (this.#columnWidth + GAP);
  }

  /** At the foot of the column, below a rule. */
  #addNotes(notes: readonly number[]): void {
    if (notes.length === 0) return;
    const at = { page: this.#page, left: this.#left() };
    for (const note of notes.toReversed()) {
      this.#bottom -= this.#blocks[note]!.height;
      this.#places.push({ block: note, ...at, top: this.#bottom });
    }
    this.#rules.push({ ...at, top: this.#bottom - ABOVE_NOTES });
    this.#bottom -= RULE_HEIGHT;
  }
}
