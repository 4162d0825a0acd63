import { cleanHtml } from '../../html/clean-html.ts';
import type { Format } from './format.ts';

export const html: Format<'html'> = {
  needs: 'html',
  write: (page) => ({ html: cleanHtml(page.tree, page.removed, page.base) }),
};
