import { collectLinks } from '../../html/links.ts';
import type { HtmlFormat } from './format.ts';

/** The links of the kept part of the page. The links that a crawl follows are those of `discover`. */
export const links: HtmlFormat<'links'> = {
  needs: 'html',
  isOfFile: true,
  write: (page) => ({ links: collectLinks(page.tree, page.base, { removed: page.unlisted }) }),
};
