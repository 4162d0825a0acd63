import type { Format } from './format.ts';

export const rawHtml: Format<'rawHtml'> = {
  needs: 'html',
  write: (page) => ({ rawHtml: page.rawHtml }),
};
