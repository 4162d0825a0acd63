import { collectLinks } from '../../html/links.ts';
import type { HtmlFormat } from './format.ts';

/** The links of what is kept of the page. What a crawl follows is another matter: see `discover`. */
export const links: HtmlFormat<'links'> = {
  needs: 'html',
  isOfFile: true,
  write: (page) => ({ links: collectLinks(page.tree, page.base, { removed: page.unlisted }) }),
};
