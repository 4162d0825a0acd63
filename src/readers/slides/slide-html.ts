import { DocumentError } from '../document-error.ts';
import { escapeText } from '../markup.ts';

/** Slides of one file that are read; no deck has more. */
export const MAX_SLIDES = 5_000;

/** The text of a slide, by its parts. */
export interface SlideText {
  /** Plain text in one line; '' for a slide without a title. */
  title: string;
  /** HTML of the other shapes, in reading order. */
  body: string;
  /** HTML of what the speaker notes. */
  notes: string;
}

/**
 * A slide as HTML: its title as `h2`, its content, the notes as a quotation; '' for a slide without anything. `isFirst`:
 * no slide stands before it.
 */
export function slideHtml({ title, body, notes }: SlideText, isFirst: boolean): string {
  if (title === '' && body === '' && notes === '') return '';
  // A slide without a title begins with a line, so that it is not taken for more of the one before it.
  const start = title !== '' ? `<h2>${escapeText(title)}</h2>` : isFirst ? '' : '<hr>';
  const quotation = notes === '' ? '' : `<blockquote><p>Notes:</p>${notes}</blockquote>`;
  return [start, body, quotation].filter((html) => html !== '').join('\n');
}

/** Groups in groups of which the shapes are read. */
export const MAX_GROUP_DEPTH = 50;
/** Warning for deeper ones. */
export const LEFT_OUT_GROUPS = `Shapes in more than ${MAX_GROUP_DEPTH} groups, one in another, were left out.`;

/** The error for a presentation of which nothing was read, and what is wrong with it; one that is only blank is read. */
export function nothingOnSlides(problem: string): DocumentError {
  return new DocumentError('SCRAPE_DOCUMENT_DAMAGED', `The file is damaged: ${problem}`);
}
