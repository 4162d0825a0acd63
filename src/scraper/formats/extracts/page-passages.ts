import { findPassages, passagesOfMarkdown } from '../../../extract/passages/find-passages.ts';
import type { Passage } from '../../../extract/passages/passage.ts';
import { markdownOptions } from '../markdown-options.ts';
import type { PreparedPage } from '../prepared-page.ts';

/** Several formats of one scrape take the same page apart. */
const known = new WeakMap<PreparedPage, readonly Passage[]>();

/** The passages of what is kept of a page. */
export function pagePassages(page: PreparedPage): readonly Passage[] {
  const found = known.get(page);
  if (found !== undefined) return found;
  const { readyMarkdown } = page;
  const passages =
    readyMarkdown === undefined
      ? findPassages(page.tree, markdownOptions(page))
      : passagesOfMarkdown(readyMarkdown);
  known.set(page, passages);
  return passages;
}
