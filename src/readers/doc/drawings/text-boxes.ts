import type { ByteView } from '../../cfb/byte-view.ts';
import type { Drawings } from './drawings.ts';
import type { Fib } from '../fib.ts';
import { readPlc } from '../text/plc.ts';

/** The text of a text box. */
export interface TextBox {
  start: number;
  end: number;
}

const ENTRY_LENGTH = 22;

/** Text boxes of the main text ([MS-DOC] 2.8.32, PlcftxbxTxt). Each is given out once. */
export class TextBoxes {
  readonly #byShape: Map<number, TextBox>;
  readonly #drawings: Drawings;

  constructor(byShape: Map<number, TextBox>, drawings: Drawings) {
    this.#byShape = byShape;
    this.#drawings = drawings;
  }

  /** Those whose shape is anchored at a position. */
  takeAt(position: number): TextBox[] {
    return this.#drawings.shapesAt(position).flatMap(({ id }) => {
      const box = this.#byShape.get(id);
      this.#byShape.delete(id);
      return box === undefined ? [] : [box];
    });
  }

  /** Those that no anchor led to. */
  takeRest(): TextBox[] {
    const boxes = [...this.#byShape.values()];
    this.#byShape.clear();
    return boxes;
  }
}

export function readTextBoxes(table: ByteView, fib: Fib, drawings: Drawings): TextBoxes {
  const { main, footnotes, headers, macros, annotations, endnotes, textBoxes } = fib.lengths;
  const first = main + footnotes + headers + macros + annotations + endnotes;
  const byShape = new Map<number, TextBox>();
  const { positions, data } = readPlc(table, fib.textBoxTexts, ENTRY_LENGTH);
  data.forEach((entry, i) => {
    const start = Math.min(positions[i]!, textBoxes);
    const end = Math.min(positions[i + 1]!, textBoxes);
    // A box that is not in use any more.
    if (entry.u16(8) !== 0 || start >= end) return;
    byShape.set(entry.u32(14), { start: first + start, end: first + end });
  });
  return new TextBoxes(byShape, drawings);
}
