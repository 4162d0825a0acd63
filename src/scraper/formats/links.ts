import { collectLinks } from '../../html/links.ts';
import type { Format } from './format.ts';

/** All links of the page, the frame's included: crawlers and agents look for ways on, not for prose. */
export const links: Format<'links'> = {
  needs: 'html',
  write: (page) => ({ links: collectLinks(page.tree, page.base) }),
};
