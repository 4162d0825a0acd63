import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { openLoopbackSite, type LoopbackSite } from './loopback-site.ts';

/** One page of a crawled site; each has prose of its own. */
export interface CrawlPage {
  /** Targets of its links, in their order. */
  links?: readonly string[];
  /** More for its head. */
  head?: string;
  /** In place of the prose. */
  html?: string;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Answers 302 with this location. */
  redirect?: string;
  /** Time that the site takes for it, ms. */
  takesMs?: number;
}

/** What is served: a page, or any other file. */
export type CrawlAnswer = CrawlPage | { body: string | Uint8Array; type?: string; status?: number };

/** A request that arrived. */
export interface Visit {
  /** Path and query. */
  path: string;
  /** ms, as `performance.now()` counts them. */
  at: number;
  headers: IncomingHttpHeaders;
}

export interface CrawlSite extends LoopbackSite {
  /** Everything that was asked for, robots.txt and sitemaps included. */
  readonly visits: readonly Visit[];
  /** Paths of the pages that were asked for, in order of arrival, repeats included. */
  pagesAsked(): string[];
  visitsOf(path: string): Visit[];
  /** The most pages that were asked for at the same time. */
  readonly mostAtOnce: number;
  /** What was asked for and not waited for. */
  readonly abandoned: readonly string[];
}

export interface CrawlSiteOptions {
  /** By path with query, else by path alone; 404 for all others. */
  pages: Readonly<Record<string, CrawlAnswer>> | ((path: string) => CrawlAnswer | undefined);
  /** The site's robots.txt; 404 when absent. */
  robots?: string | CrawlAnswer;
  host?: string;
}

/** A site on loopback that is made to be crawled and keeps count of who asks for what. */
export async function startCrawlSite({ pages, robots, host }: CrawlSiteOptions): Promise<CrawlSite> {
  const visits: Visit[] = [];
  const abandoned: string[] = [];
  const atOnce = { now: 0, most: 0 };

  const find = (path: string): CrawlAnswer | undefined => {
    if (path === '/robots.txt')
      return typeof robots === 'string' ? { body: robots, type: 'text/plain' } : robots;
    if (typeof pages === 'function') return pages(path);
    return pages[path] ?? pages[path.replace(/\?.*/, '')];
  };

  const listener: RequestListener = (request, response) => {
    const path = request.url ?? '/';
    visits.push({ path, at: performance.now(), headers: request.headers });
    response.once('close', () => {
      if (!response.writableEnded) abandoned.push(path);
    });
    if (isPage(path)) {
      atOnce.most = Math.max(atOnce.most, ++atOnce.now);
      response.once('close', () => atOnce.now--);
    }
    const found = find(path) ?? { status: 404, html: '<h1>Not here</h1><p>There is no such page.</p>' };
    if ('body' in found) {
      response.writeHead(found.status ?? 200, { 'content-type': found.type ?? 'text/html' }).end(found.body);
      return;
    }
    const send = (): void => {
      const location = found.redirect === undefined ? {} : { location: found.redirect };
      const status = found.status ?? (found.redirect === undefined ? 200 : 302);
      const headers = { 'content-type': 'text/html; charset=utf-8', ...location, ...found.headers };
      response.writeHead(status, headers).end(writePage(path, found));
    };
    if (found.takesMs === undefined) send();
    else setTimeout(send, found.takesMs).unref();
  };

  const site = await openLoopbackSite(listener, host === undefined ? {} : { host });
  return {
    ...site,
    visits,
    abandoned,
    pagesAsked: () => visits.map(({ path }) => path).filter(isPage),
    visitsOf: (wanted) => visits.filter(({ path }) => path === wanted),
    get mostAtOnce() {
      return atOnce.most;
    },
  };
}

/** A sitemap of these URLs. */
export function sitemapOf(urls: readonly string[]): CrawlAnswer {
  return listOf('urlset', 'url', urls);
}

/** An index of these sitemaps. */
export function sitemapIndexOf(urls: readonly string[]): CrawlAnswer {
  return listOf('sitemapindex', 'sitemap', urls);
}

function listOf(root: string, entry: string, urls: readonly string[]): { body: string; type: string } {
  const entries = urls.map((url) => `<${entry}><loc>${escapeMarkup(url)}</loc></${entry}>`).join('');
  return {
    type: 'application/xml',
    body: `<?xml version="1.0"?><${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</${root}>`,
  };
}

function isPage(path: string): boolean {
  return path !== '/robots.txt' && !/sitemap/.test(path);
}

function writePage(path: string, { links = [], head = '', html }: CrawlPage): string {
  const name = escapeMarkup(path);
  const list = links.map((link) => `<li><a href="${escapeMarkup(link)}">To ${escapeMarkup(link)}</a></li>`);
  const prose = `<h1>Page ${name}</h1><p>This is the page at ${name}, and it says so in a sentence of its own.</p>
    <p>A second paragraph about ${name} has enough words to be taken for prose by anyone who reads it.</p>`;
  return `<!doctype html><html><head><title>${name}</title>${head}</head>
    <body><main>${html ?? prose}<ul>${list.join('')}</ul></main></body></html>`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
