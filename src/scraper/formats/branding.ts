import type { BrowserFormat } from './format.ts';

export const brandingFormat: BrowserFormat<'branding'> = {
  needs: 'browser',
  part: 'branding',
  isOfFile: false,
  write: undefined,
};
