import type { OutputBudget } from '../html-writer/output-budget.ts';
import type { OoxmlPackage } from '../ooxml/open-ooxml.ts';
import { FieldStack } from './inline/field-stack.ts';
import type { NoteRegister } from './notes/note-register.ts';
import type { ListCounters } from '../text-document/list-counters.ts';
import type { StyleSheet } from './styles/style-sheet.ts';

/** The parts of a file that all its texts share. */
export interface DocxDocument {
  file: OoxmlPackage;
  styles: StyleSheet;
  lists: ListCounters;
  notes: NoteRegister;
  budget: OutputBudget;
  /** Pictures become data URIs. */
  hasImages: boolean;
  /** HTML ids that are taken. */
  ids: Set<string>;
  /** Sentences for the caller, each once. */
  warnings: Set<string>;
}

/** A text of its own: the body, a note, the text in a box. Fields do not reach from one into another. */
export interface Story {
  document: DocxDocument;
  /** Name of the part that it is in, whose relationships it uses. */
  part: string;
  fields: FieldStack;
}

export function openStory(document: DocxDocument, part: string): Story {
  return { document, part, fields: new FieldStack() };
}
