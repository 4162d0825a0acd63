import type { BrowserFormat } from './format.ts';

export const screenshotFormat: BrowserFormat<'screenshot'> = {
  needs: 'browser',
  part: 'screenshot',
  refusal: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
  isOfFile: false,
  write: undefined,
};
