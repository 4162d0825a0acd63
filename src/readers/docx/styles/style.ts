import type { ParagraphRole } from '../../text-document/paragraph-role.ts';
import type { RunFormat } from './run-format.ts';

/** A paragraph style with all that it inherits. */
export interface ParagraphStyle {
  role: ParagraphRole;
  /** Number of a list definition; undefined for none. */
  list: string | undefined;
  /** Level in the list from 0. */
  listLevel: number | undefined;
  /** Twentieths of a point. */
  indent: number | undefined;
  run: RunFormat;
}

/** A style as the file has it. */
export interface StoredStyle {
  id: string;
  type: string;
  /** In lower case. */
  name: string;
  basedOn: string | undefined;
  isDefault: boolean;
  /** 0 to 8, 9 for text. */
  outlineLevel: number | undefined;
  list: string | undefined;
  listLevel: number | undefined;
  indent: number | undefined;
  run: RunFormat;
  language: string | undefined;
  /** A table style that shows its first row in a way of its own. */
  hasFirstRow: boolean;
}
