import type { UnavailableFormat } from './format.ts';

export const json: UnavailableFormat<'json'> = {
  needs: 'model',
  isOfFile: true,
  credits: 4,
  write: undefined,
};
