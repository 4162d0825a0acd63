import { cleanHtml } from '../../html/clean-html.ts';
import type { HtmlFormat } from './format.ts';

export const html: HtmlFormat<'html'> = {
  needs: 'html',
  isOfFile: true,
  write: (page) => ({ html: cleanHtml(page.tree, page.removed, page.base) }),
};
