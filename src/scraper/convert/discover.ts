import { hash } from 'node:crypto';
import { findCanonical } from '../../html/canonical.ts';
import { linkTextOf } from '../../html/link-text.ts';
import { collectLinks } from '../../html/links.ts';
import type { FormatOutput } from '../formats/format.ts';
import { markdown } from '../formats/markdown.ts';
import type { PreparedPage } from '../formats/prepared-page.ts';

/** The facts of a page that a crawl needs beside the document. */
export interface Discovery {
  /** Absolute, each once, in document order. */
  links: string[];
  /** The words of each link, in the same order; empty for a link without. */
  linkTexts: string[];
  /** The address that the page calls its own, and the digest of its main content; only for pages that name one. */
  canonical: { url: string; contentHash: string } | undefined;
}

/** Collects the links and the canonical address of a page. */
export function discover(page: PreparedPage, content: FormatOutput): Discovery {
  const { tree, base } = page;
  const url = findCanonical(tree, base);
  const texts = new Map<string, string>();
  const links = collectLinks(tree, base, {
    onLink(target, node) {
      if (!texts.get(target)) texts.set(target, linkTextOf(tree, node));
    },
  });
  return {
    links,
    linkTexts: links.map((target) => texts.get(target) ?? ''),
    canonical: url === undefined ? undefined : { url, contentHash: contentHash(page, content) },
  };
}

/** Digests the Markdown without the targets of its links: they differ where one page stands under two addresses. */
function contentHash(page: PreparedPage, content: FormatOutput): string {
  const text = content.markdown ?? markdown.write(withoutWarnings(page), { type: 'markdown' }).markdown;
  return hash('sha256', (text ?? '').replaceAll(/\]\([^)\n]*\)/g, ']()'), 'base64url').slice(0, 22);
}

/** The page with warnings of its own, which nobody reads. A spread would decode all of it for `rawHtml`. */
function withoutWarnings(page: PreparedPage): PreparedPage {
  return Object.create(page, { warnings: { value: [] } }) as PreparedPage;
}
