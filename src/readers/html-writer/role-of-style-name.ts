import { meaningOfStyle } from '../office/style-names.ts';
import type { ParagraphRole } from './block-writer.ts';

/** What a paragraph is by the name of its style; undefined for names that do not tell. */
export function roleOfStyleName(name: string): ParagraphRole | undefined {
  const meaning = meaningOfStyle(name);
  if (meaning?.type === 'title') return { type: 'heading', level: 1 };
  return meaning?.type === 'heading' ? { type: 'heading', level: Math.min(6, meaning.level) } : meaning;
}
