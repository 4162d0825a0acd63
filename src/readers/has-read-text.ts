import type { DocumentContent } from './document.ts';

/** Any letter between two tags. */
const TEXT = /(?:^|>)[^<]*[^<\s]/;

/** Whether there is a word in what was read, pictures aside. */
export function hasReadText({ html, pages = [] }: DocumentContent): boolean {
  return TEXT.test(html) || pages.some((page) => TEXT.test(page.html));
}
