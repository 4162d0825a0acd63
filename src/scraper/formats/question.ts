import type { UnavailableFormat } from './format.ts';

export const question: UnavailableFormat<'question'> = {
  needs: 'model',
  isOfFile: true,
  credits: 4,
  write: undefined,
};
