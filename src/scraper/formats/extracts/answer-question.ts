import { answerFrom, pickHighlights } from '../../../extract/passages/pick-highlights.ts';
import { rankPassages } from '../../../extract/passages/rank-passages.ts';
import type { PreparedPage } from '../prepared-page.ts';
import { pagePassages } from './page-passages.ts';
import { remarkNoModel } from './remark.ts';

/** The format that asks, and the question or words that it asks for. */
export interface Question {
  format: 'question' | 'query' | 'highlights';
  text: string;
}

/** The text of the page that answers a question best, as Markdown; '' and a warning where nothing fits. */
export function answerQuestion(page: PreparedPage, { format, text }: Question): string {
  return checked(page, format, answerFrom(rankPassages(pagePassages(page), text)));
}

/** The passages of the page that fit some words best, the best first, as they stand in its Markdown. */
export function quotePassages(page: PreparedPage, { format, text }: Question): string {
  const highlights = pickHighlights(rankPassages(pagePassages(page), text));
  return checked(page, format, highlights.map(({ markdown }) => markdown).join('\n\n'));
}

function checked(page: PreparedPage, format: Question['format'], found: string): string {
  if (found === '') page.warnings.push(`formats: ${format} is empty: no passage of the page fits.`);
  else remarkNoModel(page, format, 'gives the passages of the page that fit best');
  return found;
}
