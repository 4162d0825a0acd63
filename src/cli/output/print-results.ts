import type { SearchResults } from '../../contract/documents/search-results.ts';
import { textTable } from '../text-layout.ts';
import { printable } from './printable.ts';

const COLUMNS = 100;
const MAX_TITLE = 48;
const MIN_URL = 20;
/** Fields of a scraped result that are texts for people. */
const TEXTS = ['markdown', 'summary', 'answer', 'highlights', 'html', 'rawHtml'] as const;

type Result = NonNullable<SearchResults['web']>[number];

/** Results for people: a table of places, titles and addresses, a list after the other. */
export function resultTable(results: SearchResults, columns = COLUMNS): string {
  const lists = Object.entries(results) as Array<[string, Result[]]>;
  return lists
    .map(([source, list]) => {
      const heading = lists.length > 1 && list.length > 0 ? `${source}\n` : '';
      return heading + textTable(list.map((result) => rowOf(result, columns)));
    })
    .join('');
}

function rowOf({ position, title, url }: Result, columns: number): string[] {
  // The place takes three characters, and two blanks stand between columns.
  const room = Math.max(MIN_URL, columns - MAX_TITLE - 7);
  return [String(position), cut(printable(title).trim(), MAX_TITLE), cut(url, room)];
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Addresses alone, one a line, for other programs. */
export function resultUrls(results: SearchResults): string {
  const lists = Object.values(results) as Result[][];
  return lists
    .flat()
    .map(({ url }) => `${url}\n`)
    .join('');
}

/** Scraped results one after the other: title, address, then the texts that were asked for, or why there are none. */
export function resultTexts(results: SearchResults): string {
  const pages = [...(results.web ?? []), ...(results.news ?? [])] as Result[];
  return pages
    .map((result) => {
      const texts = TEXTS.flatMap((field) => result[field]?.trim() ?? []);
      const { metadata } = result;
      const failure = metadata !== undefined && texts.length === 0 ? metadata.error : undefined;
      const content = texts.length === 0 ? [failure === undefined ? '(no content)' : `(${failure})`] : texts;
      return `${[`${result.position}. ${printable(result.title)}`, result.url, '', ...content].join('\n')}\n`;
    })
    .join('\n');
}
