import { answerQuestion } from './extracts/answer-question.ts';
import type { HtmlFormat } from './format.ts';

export const question: HtmlFormat<'question'> = {
  needs: 'html',
  isOfFile: true,
  credits: 4,
  isByModel: true,
  write: (page, { question: text }) => ({ answer: answerQuestion(page, { format: 'question', text }) }),
};
