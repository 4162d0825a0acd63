import type { UnavailableFormat } from './format.ts';

export const query: UnavailableFormat<'query'> = {
  needs: 'model',
  isOfFile: true,
  chargedAs: () => 'question',
  write: undefined,
};
