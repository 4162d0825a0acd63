import { answerQuestion, quotePassages } from './extracts/answer-question.ts';
import type { HtmlFormat } from './format.ts';

export const query: HtmlFormat<'query'> = {
  needs: 'html',
  isOfFile: true,
  isByModel: true,
  chargedAs: () => 'question',
  write(page, { prompt: text, mode }) {
    const answer = mode === 'directQuote' ? quotePassages : answerQuestion;
    return { answer: answer(page, { format: 'query', text }) };
  },
};
