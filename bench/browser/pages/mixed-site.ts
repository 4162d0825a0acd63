import { createCrawlSite } from '../../crawl/crawl-site.ts';

/** Pages of the site that need no browser, and of those beside them that do. */
export const PLAIN_PAGES = 180;
export const APPS = 20;

const SEED = 9;

/** Linked pages by path: in `/plain/` without applications, in `/mixed/` the same, every ninth with a link to one. */
export function mixedSites(origin: string): Map<string, Buffer> {
  const pages = new Map<string, Buffer>();
  for (const folder of ['/plain/', '/mixed/']) {
    const site = createCrawlSite({ pages: PLAIN_PAGES, folder, seed: SEED });
    for (const [index, path] of site.paths.entries()) {
      const html = site.page(index, origin);
      const app = index / (PLAIN_PAGES / APPS);
      const hasLink = folder === '/mixed/' && Number.isInteger(app);
      const link = `<p><a href="/mixed/app/${app}">The list of this page</a></p>`;
      pages.set(path, Buffer.from(hasLink ? html.replace(/<body[^>]*>/, (body) => body + link) : html));
    }
  }
  return pages;
}
