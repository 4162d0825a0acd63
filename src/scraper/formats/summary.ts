import { summarise } from '../../extract/passages/summarise.ts';
import { collectMetadata } from '../../html/metadata.ts';
import { pagePassages } from './extracts/page-passages.ts';
import { remarkNoModel } from './extracts/remark.ts';
import type { HtmlFormat } from './format.ts';
import type { PreparedPage } from './prepared-page.ts';

export const summary: HtmlFormat<'summary'> = {
  needs: 'html',
  isOfFile: true,
  isByModel: true,
  write: (page) => ({ summary: summaryOf(page) }),
};

/** The sentences of a page that say most of what its title promises; '' and a warning where it has no text. */
function summaryOf(page: PreparedPage): string {
  const { title, description } = collectMetadata(page.tree, page.base);
  const text = summarise(pagePassages(page), {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  });
  if (text === '') page.warnings.push('formats: summary is empty: the page has no sentences.');
  else remarkNoModel(page, 'summary', 'has sentences of the page');
  return text;
}
