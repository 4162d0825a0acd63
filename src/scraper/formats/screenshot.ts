import type { BrowserFormat } from './format.ts';

export const screenshotFormat: BrowserFormat<'screenshot'> = {
  needs: 'browser',
  part: 'screenshot',
  isOfFile: false,
  write: undefined,
};
