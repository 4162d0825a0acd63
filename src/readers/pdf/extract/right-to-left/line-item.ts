import type { Box } from '../../pdf-page.ts';
import type { TextStyle } from '../text-style.ts';

/** A glyph with the marks that stand over and under it, or a blank: a part of a line as it is shown. */
export interface LineItem {
  /** In logical order: letters before their marks. A blank is ' '. */
  text: string;
  /** Places of its characters in the text page; none for a blank. */
  indices: number[];
  /** Origin, as shown. */
  x: number;
  y: number;
  /** From the origin to that of the next glyph. */
  start: number;
  end: number;
  /** Ink. */
  box: Box;
  style: TextStyle;
}
