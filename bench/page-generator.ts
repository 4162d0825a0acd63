import { article } from './pages/article.ts';
import { docs } from './pages/docs.ts';
import { forum } from './pages/forum.ts';
import { products } from './pages/products.ts';
import { slug, title } from './pages/prose.ts';
import { createRandom } from './pages/random.ts';
import { classes, headRest, scripts, sideColumn, siteFooter, siteHeader } from './pages/surroundings.ts';
import type { PageTemplate } from './pages/template.ts';

const templates = { article, docs, products, forum } satisfies Record<string, PageTemplate>;

export type TemplateName = keyof typeof templates;
export const TEMPLATE_NAMES = Object.keys(templates) as TemplateName[];

/** Share of a page's bytes that is style and script, as on real pages of this size. */
const STYLE_SHARE = 0.05;
const SCRIPT_SHARE = 0.15;
/** Pages smaller than this have smaller surroundings, too. */
const FULL_SURROUNDINGS_BYTES = 80_000;
/** What frameworks wrap the body in. */
const WRAPPERS = 7;

export interface PageRequest {
  template: TemplateName;
  /** The page is this long or one block longer. */
  bytes: number;
  /** The same request makes the same page. */
  seed: number;
}

/** A page in two parts: what its address decides, and the large rest. */
export interface GeneratedPage {
  /** From the doctype to title and canonical address. */
  opening(number: number): string;
  rest: string;
}

export function generatePage({ template, bytes, seed }: PageRequest): GeneratedPage {
  const random = createRandom(seed);
  const { open, block, close } = templates[template];
  const name = title(random, 4, 8);
  const site = title(random, 1, 2);
  const path = slug(random);
  const scale = Math.min(1, bytes / FULL_SURROUNDINGS_BYTES);
  const wrappers = random.repeat(WRAPPERS, WRAPPERS, () => `<div${classes(random, 4)}>`);
  const before = `${headRest(random, bytes * STYLE_SHARE)}<body class="no-js template-${template}">\n${wrappers}${siteHeader(random, scale)}${open(random)}`;
  const after = `${close}${sideColumn(random, scale)}${siteFooter(random, scale)}${'</div>'.repeat(WRAPPERS)}\n${scripts(random, bytes * SCRIPT_SHARE)}</body></html>\n`;
  const blocks: string[] = [];
  for (let length = Buffer.byteLength(before + after); length < bytes;) {
    const next = block(random, blocks.length);
    blocks.push(next);
    length += Buffer.byteLength(next);
  }
  return {
    opening: (number) =>
      `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${name}, no. ${number} | ${site}</title>\n<link rel="canonical" href="https://www.example.com/${template}/${path}-${number}">\n`,
    rest: before + blocks.join('') + after,
  };
}
