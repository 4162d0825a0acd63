import type { RowPiece } from './table-columns.ts';
import { ALIGNED_POINTS } from './tolerances.ts';

/** Two columns keep at least so much space between them, in sizes of the text. */
const LEAST_GUTTER = 0.45;

/** Texts of a column that later ones are compared with: the last ones of a long table tell enough. */
const MOST_TEXTS = 12;

interface Span extends Pick<RowPiece, 'left' | 'right'> {
  /** Ends of its texts, the last ones. */
  texts: Pick<RowPiece, 'left' | 'right'>[];
}

/** Ends of the columns of a table that grows row by row. */
export class ColumnSpans {
  #spans: Span[] = [];
  readonly #gutter: number;

  /** `size`: of the text, points. */
  constructor(size: number) {
    this.#gutter = size * LEAST_GUTTER;
  }

  get count(): number {
    return this.#spans.length;
  }

  /** Whether a row keeps to the columns so far: it may add some and make them wider, but none of its texts reaches over two. */
  fits(pieces: readonly RowPiece[]): boolean {
    return pieces.every((piece) => this.#touched(piece).length <= 1);
  }

  /** Index of the column of a text that fits; -1 when it begins a new one. */
  columnOf(piece: RowPiece): number {
    return this.#touched(piece)[0] ?? -1;
  }

  /** Counts the columns that a text reaches over. */
  reachOf(piece: RowPiece): number {
    return this.#touched(piece).length;
  }

  /** Whether two texts stand in one column, with a gap between them that most of its texts so far, `least` or more, reach over. */
  isDividedBy(pieces: readonly RowPiece[], least: number): boolean {
    for (let index = 1; index < pieces.length; index++) {
      const before = pieces[index - 1]!;
      const piece = pieces[index]!;
      const [column, ...others] = this.#touched(piece);
      if (column === undefined || others.length > 0 || this.#touched(before)[0] !== column) continue;
      const { texts } = this.#spans[column]!;
      const across = texts.filter(({ left, right }) => left < before.right && right > piece.left).length;
      if (across >= least && across * 2 > texts.length) return true;
    }
    return false;
  }

  add(pieces: readonly RowPiece[]): void {
    for (const { left, right } of pieces) {
      const kept: Span[] = [];
      const wide: Span = { left, right, texts: [{ left, right }] };
      for (const span of this.#spans) {
        if (span.right < wide.left - this.#gutter || span.left > wide.right + this.#gutter) kept.push(span);
        else {
          wide.left = Math.min(wide.left, span.left);
          wide.right = Math.max(wide.right, span.right);
          wide.texts.push(...span.texts.slice(0, MOST_TEXTS));
        }
      }
      this.#spans = [...kept, wide].toSorted((a, b) => a.left - b.left);
    }
  }

  /** Share of the texts that begin, end, or have their middle where a text of their column does. */
  alignedShare(pieces: readonly RowPiece[]): number {
    const aligned = pieces.filter((piece) => {
      const column = this.#touched(piece)[0];
      if (column === undefined) return false;
      return this.#spans[column]!.texts.some(
        ({ left, right }) =>
          Math.abs(left - piece.left) < ALIGNED_POINTS ||
          Math.abs(right - piece.right) < ALIGNED_POINTS ||
          Math.abs(left + right - piece.left - piece.right) < ALIGNED_POINTS,
      );
    });
    return aligned.length / Math.max(pieces.length, 1);
  }

  #touched({ left, right }: RowPiece): number[] {
    const touched: number[] = [];
    for (const [index, span] of this.#spans.entries()) {
      if (span.right >= left - this.#gutter && span.left <= right + this.#gutter) touched.push(index);
    }
    return touched;
  }
}
