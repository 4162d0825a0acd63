import type { HtmlFormat } from './format.ts';

export const rawHtml: HtmlFormat<'rawHtml'> = {
  needs: 'html',
  isOfFile: true,
  write: (page) => ({ rawHtml: page.rawHtml }),
};
