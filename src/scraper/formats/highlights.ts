import type { UnavailableFormat } from './format.ts';

export const highlights: UnavailableFormat<'highlights'> = {
  needs: 'model',
  isOfFile: true,
  credits: 4,
  write: undefined,
};
