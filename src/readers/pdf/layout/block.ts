import type { Box, PdfImage } from '../pdf-page.ts';
import type { Table } from './tables/table.ts';
import type { TextLine } from './text-line.ts';

export interface ListItem {
  /** As it is printed. */
  mark: string;
  lines: TextLine[];
  /** Left edge of the mark. */
  left: number;
}

interface Placed {
  box: Box;
  confidence: number;
}

/** A part of a page before it is written. */
export type Block = Placed &
  (
    | { type: 'paragraph'; lines: TextLine[] }
    | { type: 'caption' | 'formula'; lines: TextLine[] }
    | { type: 'heading'; lines: TextLine[]; level: number; isCentred: boolean; isIndented?: boolean }
    | { type: 'list'; items: ListItem[] }
    | { type: 'contents'; lines: TextLine[] }
    | { type: 'table'; table: Table }
    | { type: 'code'; lines: TextLine[] }
    | { type: 'footnote'; lines: TextLine[]; label: string }
    | { type: 'figure'; image?: PdfImage }
    | { type: 'header' | 'footer'; lines: TextLine[] }
  );
