import { generatePage, type TemplateName } from '../page-generator.ts';
import { slug, title } from '../pages/prose.ts';
import { createRandom, type Random } from '../pages/random.ts';

/** A site of linked pages, the same for the same options. */
export interface CrawlSite {
  /** Path of every page; the first is the folder that a crawl starts at. */
  paths: readonly string[];
  /** One page as HTML; `origin` goes into its canonical address. */
  page(index: number, origin: string): string;
}

export interface CrawlSiteOptions {
  pages: number;
  /** `/` or `/folder/`: no page links to another one of this host that is not below it. */
  folder: string;
  seed: number;
}

/** Most of a site is text, some of it lists. */
const TEMPLATES = ['article', 'docs', 'article', 'docs', 'products'] satisfies TemplateName[];
const SECTIONS = ['guides', 'news', 'reference', 'products', 'topics', 'stories'];
/** Bytes of the pages are log-normal, as on the web, with a mean of about 79 KB. */
const MEDIAN_BYTES = 67_000;
const SPREAD = 0.5;
const MIN_BYTES = 46_000;
const MAX_BYTES = 240_000;
/** Links of a page to other pages; what a larger page has beyond it leads to a place on the same page. */
const MAX_LINKS = 110;
/** Pages that every page links to, as menus do. */
const HUBS = 12;
/** Pages of which a page is the one that leads to them for certain, so that all can be reached from the first. */
const CHILDREN = 6;
/** Links of the generated pages that lead anywhere but to a place on the same page. */
const LINK = /<a href="([^"#][^"]*)"/g;

export function createCrawlSite({ pages, folder, seed }: CrawlSiteOptions): CrawlSite {
  const random = createRandom(seed);
  const counter = { number: 1000 };
  const paths = Array.from({ length: pages }, (_, index) => (index === 0 ? folder : nextPath()));

  /** A path like those of real sites; the number keeps it apart from all others. */
  function nextPath(): string {
    counter.number += random.int(1, 9);
    return `${folder}${random.pick(SECTIONS)}/${slug(random)}-${counter.number}`;
  }

  /** Where the links of a page lead, in order: the menu, the children at even distances, others anywhere. */
  function targets(index: number, count: number, source: Random): number[] {
    const children = Array.from({ length: CHILDREN }, (_, child) => index * CHILDREN + 1 + child).filter(
      (child) => child < pages,
    );
    const distance = Math.floor((count - HUBS) / CHILDREN);
    return Array.from({ length: count }, (_, place) => {
      if (place < HUBS) return place % pages;
      const child = (place - HUBS) % distance === 0 ? children[(place - HUBS) / distance] : undefined;
      // Some pages are linked to far more often than others.
      return child ?? Math.floor((source.int(0, 1e6 - 1) / 1e6) ** 1.5 * pages);
    });
  }

  return {
    paths,
    page(index, origin) {
      const source = createRandom(seed + 1 + index);
      const bytes = bytesOf(source);
      const template = source.pick(TEMPLATES);
      const { rest } = generatePage({ template, bytes, seed: seed + 1 + index });
      const links = [...rest.matchAll(LINK)].slice(0, MAX_LINKS);
      const inside = links.filter(([, target = '']) => !target.startsWith('http'));
      const leadTo = targets(index, inside.length, source);
      const place = { link: 0, inside: 0 };
      const body = rest.replaceAll(LINK, (link, target: string) => {
        if (place.link++ >= links.length) return '<a href="#main"';
        return target.startsWith('http') ? link : `<a href="${paths[leadTo[place.inside++] ?? 0]}"`;
      });
      const path = paths[index] ?? '';
      return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title(source, 4, 8)}</title>\n<link rel="canonical" href="${origin}${path}">\n${body}`;
    },
  };
}

/** The sum of twelve evenly spread numbers is nearly normal. */
function bytesOf(random: Random): number {
  const normal =
    Array.from({ length: 12 }, () => random.int(0, 1e6) / 1e6).reduce((sum, part) => sum + part) - 6;
  return Math.round(Math.min(MAX_BYTES, Math.max(MIN_BYTES, MEDIAN_BYTES * Math.exp(SPREAD * normal))));
}
