import { collectLinks } from '../../html/links.ts';
import type { HtmlFormat } from './format.ts';

/** All links of the page, the frame's included: crawlers and agents look for ways on, not for prose. */
export const links: HtmlFormat<'links'> = {
  needs: 'html',
  isOfFile: true,
  write: (page) => ({ links: collectLinks(page.tree, page.base) }),
};
