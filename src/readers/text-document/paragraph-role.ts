import { meaningOfStyle } from '../office/style-names.ts';

/** The role of a paragraph. Levels of headings are 1 to 6, those of tables of contents count from 1. */
export type ParagraphRole =
  | { type: 'text' }
  | { type: 'heading'; level: number }
  | { type: 'code' }
  | { type: 'quote' }
  | { type: 'contents'; level: number };

export const TEXT_ROLE: ParagraphRole = { type: 'text' };

const MAX_LEVEL = 6;

/** A heading; levels beyond the sixth, which HTML has none for, are the sixth. */
export function headingRole(level: number): ParagraphRole & { type: 'heading' } {
  return { type: 'heading', level: Math.min(MAX_LEVEL, Math.max(1, level)) };
}

/** Tells the role of a paragraph by the name of its style; undefined for names that do not tell. */
export function roleOfStyleName(name: string): ParagraphRole | undefined {
  const meaning = meaningOfStyle(name);
  if (meaning?.type === 'title') return headingRole(1);
  return meaning?.type === 'heading' ? headingRole(meaning.level) : meaning;
}
