import type { LabelledPage } from '../content/labelled-pages.ts';
import { readBenchPage } from '../search/bench-page.ts';
import type { SourcePage } from './synthetic-pages.ts';

const LEAST_LETTERS = 40;

/** Converts real pages as a scrape does that may be indexed, every third of them. */
export async function readSources(labelled: readonly LabelledPage[]): Promise<SourcePage[]> {
  const sources: SourcePage[] = [];
  for (const page of labelled.filter((_, index) => index % 3 === 0)) {
    const { title, text } = await readBenchPage(page);
    const paragraphs = text.split('\n').filter(({ length }) => length >= LEAST_LETTERS);
    if (paragraphs.length > 3 && /[a-z]{3}/i.test(title)) sources.push({ title, paragraphs });
  }
  return sources;
}
