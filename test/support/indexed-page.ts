import { hash } from 'node:crypto';
import { compressSync } from '../../src/lib/bytes/compress.ts';
import type { IndexedPage } from '../../src/search-index/indexed-page.ts';

/** A page for the search index, as a scrape would make it. */
export function indexedPage(
  teamId: string,
  url: string,
  {
    body = '',
    fetchedAt = new Date('2026-11-01T00:00:00Z'),
    ...facts
  }: Partial<IndexedPage> & { body?: string } = {},
): IndexedPage {
  const bytes = Buffer.from(body);
  return {
    teamId,
    urlKey: urlKeyOf(url),
    url,
    title: '',
    description: '',
    headings: '',
    linkText: '',
    language: undefined,
    pageType: undefined,
    fileType: undefined,
    publishedAt: undefined,
    fetchedAt,
    images: [],
    imageUrl: undefined,
    text: compressSync(bytes),
    textBytes: bytes.length,
    textHash: hash('sha256', JSON.stringify([body, facts.title, facts.headings]), 'buffer').subarray(0, 16),
    simhash: undefined,
    ...facts,
  };
}

/** The key of a page; the product's own is that of the URL's normal form. */
export function urlKeyOf(url: string): Buffer {
  return hash('sha256', url, 'buffer').subarray(0, 16);
}
