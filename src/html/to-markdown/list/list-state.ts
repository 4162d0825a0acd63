import type { ListLayout } from '../block/block-writer.ts';

/** A list whose items are being read. */
export interface ListState {
  readonly node: number;
  readonly isOrdered: boolean;
  /** `-` or `*`, `.` or `)`: two lists in a row differ, or they would be one. */
  readonly delimiter: string;
  readonly step: 1 | -1;
  readonly layout: ListLayout;
  /** A list inside a list but in none of its items belongs to the item before it, and is indented like its content. */
  readonly isIndented: boolean;
  /** Number of blocks written before it. */
  readonly writes: number;
  isItemOpen: boolean;
  number: number;
  /** Columns of the last item's marker. */
  indent: number;
}
