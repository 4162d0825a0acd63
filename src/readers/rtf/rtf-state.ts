import type { Destination } from './destination.ts';
import type { RtfField } from './field.ts';
import type { RtfFlow } from './rtf-flow.ts';
import type { RtfShape } from './shape.ts';

/** The state of a group, which ends with the group (RTF 1.9.1, "Groups"). */
export interface RtfState {
  destination: Destination;
  /** In a group that says the same twice: where its text in Unicode goes. */
  unicodeDestination: Destination | undefined;
  /** Text that the group belongs to. */
  flow: RtfFlow;
  field: RtfField | undefined;
  /** The innermost drawing that the group is part of. */
  shape: RtfShape | undefined;
  /** Bytes that stand for the same as a `\u` for programs that do not know it. */
  fallbackLength: number;

  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  /** A mark of text that is raised or lowered. */
  script: number | undefined;
  /** Hidden text, and text that a revision has deleted. */
  isHidden: boolean;
  isDeleted: boolean;
  /** In a mail that was HTML: it is not part of that HTML. */
  isForRtfOnly: boolean;
  font: number;
  /** Font of double-byte text, and whether the text is such. */
  asianFont: number;
  isAsian: boolean;
  characterStyle: number;
  href: string | undefined;

  paragraph: ParagraphState;
}

export interface ParagraphState {
  style: number;
  /** From 0; undefined for body text. */
  outlineLevel: number | undefined;
  /** Reference to a list; 0 for none. */
  list: number;
  listLevel: number;
  isInTable: boolean;
  /** Where its lines begin, twips. */
  indent: number;
  /** How deep the table nests, from 1; 0 where the file does not say. */
  nesting: number;
}

export const PLAIN_PARAGRAPH: ParagraphState = {
  style: 0,
  outlineLevel: undefined,
  list: 0,
  listLevel: 0,
  indent: 0,
  isInTable: false,
  nesting: 0,
};

/** The format that `\plain` sets. */
export const PLAIN_CHARACTERS = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  script: undefined,
  isHidden: false,
  isDeleted: false,
  characterStyle: 0,
  isAsian: false,
} as const satisfies Partial<RtfState>;
