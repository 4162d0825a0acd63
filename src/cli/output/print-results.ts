import type { SearchResults } from '../../contract/documents/search-results.ts';
import { textTable } from '../command/text-layout.ts';
import { printable } from './printable.ts';

const COLUMNS = 100;
const MAX_TITLE = 48;
/** A place, and the blanks between the columns. */
const BESIDE = 7;
/** Fields of a scraped result that are texts for people. */
const TEXTS = ['markdown', 'summary', 'answer', 'highlights', 'html', 'rawHtml'] as const;

type Result = NonNullable<SearchResults['web']>[number];

/**
 * Results for people: places, titles and addresses, a list after the other. An address is never cut: where one does not fit
 * beside its title, all stand below theirs.
 */
export function resultTable(results: SearchResults, columns = COLUMNS): string {
  const lists = Object.entries(results) as Array<[string, Result[]]>;
  return lists
    .map(([source, list]) => {
      const heading = lists.length > 1 && list.length > 0 ? `${source}\n` : '';
      return heading + (fits(list, columns) ? textTable(list.map(rowOf)) : twoLines(list));
    })
    .join('');
}

function fits(list: readonly Result[], columns: number): boolean {
  const rows = list.map(rowOf);
  const titles = Math.max(0, ...rows.map(([, title]) => title.length));
  return rows.every(([, , url]) => titles + url.length + BESIDE <= columns);
}

function rowOf({ position, title, url }: Result): [place: string, title: string, url: string] {
  return [String(position), titleOf(title), url];
}

function twoLines(list: readonly Result[]): string {
  return textTable(
    list.flatMap(({ position, title, url }) => [
      [String(position), printable(title).trim()],
      ['', url],
    ]),
  );
}

function titleOf(title: string): string {
  const text = printable(title).trim();
  return text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE - 1)}…`;
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
