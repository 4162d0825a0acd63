import { readFileSync } from 'node:fs';
import { convertPage } from '../../src/scraper/convert/convert-page.ts';
import { decompressZstd } from '../../src/lib/bytes/compress.ts';
import type { LabelledPage } from '../content/labelled-pages.ts';

/** The texts of a page, as the index keeps them. */
export interface BenchPage {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** One a line. */
  readonly headings: string;
  readonly text: string;
}

/** Converts a labelled page as a scrape does that may be indexed. */
export async function readBenchPage({ address, htmlFile, id }: LabelledPage): Promise<BenchPage> {
  // Some pages of the set have no address.
  const url = URL.canParse(address) ? address : `https://${id}.example/`;
  const { indexed } = convertPage({
    body: readFileSync(htmlFile),
    url,
    kind: 'html',
    contentType: 'text/html',
    contentLanguage: undefined,
    formats: [],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    isExplained: false,
    isDiscovering: false,
    isIndexed: true,
  });
  if (indexed === undefined) throw new Error(`nothing of ${url} may be indexed`);
  const { title, description, headings, text } = indexed;
  const plain = await decompressZstd(text);
  return { url, title, description, headings, text: plain.toString() };
}
