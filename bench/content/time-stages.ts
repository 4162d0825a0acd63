import { findBaseUrl } from '../../src/html/base-url.ts';
import { openSource } from '../../src/html/decode.ts';
import { collectLinks } from '../../src/html/links.ts';
import { findMainContent } from '../../src/html/main-content/find-main-content.ts';
import { collectMetadata } from '../../src/html/metadata.ts';
import { parseHtml } from '../../src/html/parse.ts';
import { toMarkdown } from '../../src/html/to-markdown/to-markdown.ts';
import { resolveHttpUrl } from '../../src/lib/addresses/url.ts';
import type { TimedPage } from './timed-page.ts';

export const STAGES = ['decode', 'parse', 'filter', 'Markdown', 'metadata + links'] as const;

export type Stage = (typeof STAGES)[number];

/** CPU ms (user, system, and the collector's threads) of each stage over all pages, one page through all of them at a time. */
export function timeStages(pages: readonly TimedPage[]): Record<Stage, number> {
  const sums: Record<Stage, number> = {
    decode: 0,
    parse: 0,
    filter: 0,
    Markdown: 0,
    'metadata + links': 0,
  };
  function timed<Result>(stage: Stage, run: () => Result): Result {
    const before = process.cpuUsage();
    const result = run();
    const { user, system } = process.cpuUsage(before);
    sums[stage] += (user + system) / 1000;
    return result;
  }
  for (const { bytes, address } of pages) {
    const source = timed('decode', () => openSource(bytes));
    const tree = timed('parse', () => parseHtml(source));
    const base = findBaseUrl(tree, new URL(address));
    const { removed, shown } = timed('filter', () => findMainContent(tree));
    timed('Markdown', () =>
      toMarkdown(tree, { removed, shown, resolveUrl: (raw) => resolveHttpUrl(raw, base) }),
    );
    timed('metadata + links', () => {
      collectMetadata(tree, base);
      collectLinks(tree, base);
    });
  }
  return sums;
}
