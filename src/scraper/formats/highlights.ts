import { quotePassages } from './extracts/answer-question.ts';
import type { HtmlFormat } from './format.ts';

export const highlights: HtmlFormat<'highlights'> = {
  needs: 'html',
  isOfFile: true,
  credits: 4,
  isByModel: true,
  write: (page, { query: text }) => ({ highlights: quotePassages(page, { format: 'highlights', text }) }),
};
