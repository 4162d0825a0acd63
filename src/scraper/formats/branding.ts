import type { BrowserFormat } from './format.ts';

export const brandingFormat: BrowserFormat<'branding'> = {
  needs: 'browser',
  part: 'branding',
  refusal: 'SCRAPE_BRANDING_NOT_SUPPORTED',
  isOfFile: false,
  write: undefined,
};
