import type { ByteView } from '../cfb/byte-view.ts';
import type { OutputBudget } from '../html-writer/output-budget.ts';
import type { ListCounters } from '../text-document/list-counters.ts';
import type { Bookmarks } from './text/bookmarks.ts';
import type { Drawings } from './drawings/drawings.ts';
import type { Fib } from './fib.ts';
import type { Font } from './text/fonts.ts';
import type { Notes } from './text/notes.ts';
import type { Pictures } from './drawings/pictures.ts';
import type { TextBoxes } from './drawings/text-boxes.ts';
import type { TextSurvey } from './text/survey-text.ts';
import type { WordText } from './text/word-text.ts';

/** The context that the writers of all parts of a document share. */
export interface DocumentContext {
  fib: Fib;
  data: ByteView;
  text: WordText;
  fonts: readonly Font[];
  /** Encoding of 8-bit text whose font tells none; before Word 97. */
  encoding: string;
  lists: ListCounters;
  notes: Notes;
  drawings: Drawings;
  pictures: Pictures;
  textBoxes: TextBoxes;
  bookmarks: Bookmarks;
  survey: TextSurvey;
  budget: OutputBudget;
  /** The parts that were met and cannot be shown. */
  losses: Losses;
}

interface Losses {
  equations: number;
  /** Other embedded objects than equations. */
  objects: boolean;
  /** Text that the file promises is not there. */
  text: boolean;
}
