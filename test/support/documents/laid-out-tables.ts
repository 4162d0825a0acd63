import type { Box } from '../../../src/readers/pdf/pdf-page.ts';
import { layoutPages } from '../../../src/readers/pdf/layout/layout-pages.ts';
import { layoutFacts, type LayoutPage } from './layout-page.ts';

/** The HTML of pages that belong to one file. */
export function htmlOf(...pages: LayoutPage[]): string {
  return layoutPages(
    pages.map(({ page }) => page),
    layoutFacts({ totalPages: pages.length }),
  )
    .map(({ html }) => html)
    .join('\n');
}

/** Sets a grey area behind what stands there. */
export function colour({ page }: LayoutPage, box: Box): void {
  page.rectangles.push({ box, fill: 0xeeeeee, isStroked: false });
}

/** Rows of a table as texts; `th` and spans are written before a colon. */
export function tableOf(html: string): string[] {
  return (html.match(/<tr>.*?<\/tr>/gs) ?? []).map((row) =>
    [...row.matchAll(/<(t[hd])((?: \w+="\d+")*)>(.*?)<\/t[hd]>/gs)]
      .map(
        ([, name, spans, text]) =>
          `${name === 'th' ? 'th ' : ''}${spans?.trim() ? `${spans.trim()} ` : ''}${text}`,
      )
      .join(' | '),
  );
}
