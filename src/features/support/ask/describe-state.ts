import type { SupportCase } from './support-case.ts';

/** How a scrape or job stands, in a sentence or two, where there is no fault to tell of. */
export function describeState(one: SupportCase): string {
  const { pages, options, statusCode, characters, errorCode } = one;
  if (pages === undefined) {
    const answered = statusCode === undefined ? '' : ` with status ${statusCode}`;
    const held = characters === undefined ? '' : ` and ${characters} characters of Markdown`;
    return `The page was read${answered}${held}.`;
  }
  const failed =
    pages.failed === 0
      ? 'no page has failed'
      : `${pages.failed === 1 ? 'one page has' : `${pages.failed} pages have`} failed${errorCode === undefined ? '' : `, most of them with ${errorCode}`}`;
  const delay = Number(options['delay'] ?? 0);
  const pace = delay > 0 ? ` Its delay of ${delay} s lets it fetch one page at a time.` : '';
  return `It has ${pages.completed === 1 ? 'one document' : `${pages.completed} documents`}, and ${failed}.${pace}`;
}
