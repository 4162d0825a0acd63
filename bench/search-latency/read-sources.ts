import { readFileSync } from 'node:fs';
import { decompressZstd } from '../../src/lib/compress.ts';
import { convertPage } from '../../src/scraper/convert/convert-page.ts';
import type { LabelledPage } from '../content/labelled-pages.ts';
import type { SourcePage } from './synthetic-pages.ts';

const LEAST_LETTERS = 40;

/** Converts real pages as a scrape does that may be indexed, every third of them. */
export async function readSources(labelled: readonly LabelledPage[]): Promise<SourcePage[]> {
  const sources: SourcePage[] = [];
  for (const { htmlFile } of labelled.filter((_, index) => index % 3 === 0)) {
    const { indexed } = convertPage({
      body: readFileSync(htmlFile),
      url: 'https://site.example/',
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
    const text = (await decompressZstd(indexed!.text)).toString();
    const paragraphs = text.split('\n').filter(({ length }) => length >= LEAST_LETTERS);
    if (paragraphs.length > 3 && /[a-z]{3}/i.test(indexed!.title))
      sources.push({ title: indexed!.title, paragraphs });
  }
  return sources;
}
