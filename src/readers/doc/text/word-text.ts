import type { CharacterProperties } from '../formatting/character-properties.ts';
import type { Formatting, WordParagraphFormat, ResolvedStyle } from '../formatting/formatting.ts';
import type { Piece, PieceTable } from './piece-table.ts';
import { findLast } from '../find-last.ts';

/** A paragraph, by the positions of its characters. */
export interface WordParagraph {
  start: number;
  /** Behind its text; the character that ends it stands here. */
  end: number;
  /** Code of the character that ends it; 0 where the text just stops. */
  mark: number;
  format: WordParagraphFormat;
}

/** Characters of one format. */
interface TextRun {
  start: number;
  end: number;
  properties: CharacterProperties;
}

export const CELL_MARK = 0x07;
const PARAGRAPH_ENDS = /[\r\u0007\f]/g;

/** Characters by position, and their formatting. */
export class WordText {
  readonly text: string;
  readonly #pieces: readonly Piece[];
  readonly #starts: number[];
  readonly #formatting: Formatting;

  constructor({ pieces, text }: PieceTable, formatting: Formatting) {
    this.text = text;
    this.#pieces = pieces;
    this.#starts = pieces.map(({ start }) => start);
    this.#formatting = formatting;
  }

  /** Paragraphs of a part of the text. Page breaks part them as well. */
  *paragraphs(start: number, end: number): Generator<WordParagraph> {
    const last = Math.min(end, this.text.length);
    let from = start;
    while (from < last) {
      PARAGRAPH_ENDS.lastIndex = from;
      const at = PARAGRAPH_ENDS.exec(this.text)?.index ?? last;
      const stop = Math.min(at, last);
      const mark = stop < last ? this.text.charCodeAt(stop) : 0;
      yield { start: from, end: stop, mark, format: this.#paragraphFormat(Math.min(stop, last - 1)) };
      from = stop + 1;
    }
  }

  /** Stretches of one format between two positions. */
  *runs(start: number, end: number, style: ResolvedStyle): Generator<TextRun> {
    let at = start;
    while (at < end) {
      const piece = this.#pieceAt(at);
      if (piece === undefined) return;
      if (at >= piece.end) {
        // Text that is lost.
        at = this.#pieces[findLast(this.#starts, at) + 1]?.start ?? end;
        continue;
      }
      const offset = piece.offset + (at - piece.start) * piece.width;
      const { properties, end: endOffset } = this.#formatting.charactersAt(offset, style, piece.sprms);
      const length = Math.max(Math.ceil((endOffset - offset) / piece.width), 1);
      const stop = Math.min(end, piece.end, at + length);
      yield { start: at, end: stop, properties };
      at = stop;
    }
  }

  /** Properties of one character. */
  charactersAt(position: number, style: ResolvedStyle): CharacterProperties {
    const [run] = this.runs(position, position + 1, style);
    return run?.properties ?? style.character;
  }

  #paragraphFormat(position: number): WordParagraphFormat {
    const piece = this.#pieceAt(position);
    if (piece === undefined) return this.#formatting.paragraphAt(-1, []);
    const offset = piece.offset + (position - piece.start) * piece.width;
    return this.#formatting.paragraphAt(offset, piece.sprms);
  }

  #pieceAt(position: number): Piece | undefined {
    return this.#pieces[findLast(this.#starts, position)];
  }
}
