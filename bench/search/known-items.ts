import { wordsOf } from '../../src/text/words/words-of.ts';
import type { BenchPage } from './bench-page.ts';

/** A set of pages with queries, each of which looks for one of them (or any of some). */
export interface QuerySet {
  readonly name: string;
  readonly pages: readonly BenchPage[];
  readonly queries: readonly BenchQuery[];
}

export interface BenchQuery {
  readonly text: string;
  /** The places of the pages that are right. */
  readonly wanted: readonly number[];
}

/** Takes a query out of a page; undefined for a page that has none. */
type TakeQuery = (page: BenchPage) => { query: string; page: BenchPage } | undefined;

const LEAST_WORDS = 3;
const MOST_WORDS = 25;
const DESCRIPTION_WORDS = 6;

/** For each page its title, a heading, six words of its description: as a query for what is left of the page without them. */
export function makeKnownItems(pages: readonly BenchPage[]): QuerySet[] {
  return [
    knownItems('title', pages, takeTitle),
    knownItems('heading', pages, takeHeading),
    knownItems('description', pages, takeDescription),
  ];
}

function knownItems(name: string, pages: readonly BenchPage[], take: TakeQuery): QuerySet {
  const queries: BenchQuery[] = [];
  const left = pages.map((page, place) => {
    const taken = take(page);
    if (taken === undefined) return page;
    queries.push({ text: taken.query, wanted: [place] });
    return taken.page;
  });
  return { name, pages: left, queries };
}

function takeTitle(page: BenchPage): ReturnType<TakeQuery> {
  const { title } = page;
  if (!isQuery(title)) return undefined;
  const [headings, text] = [without(page.headings, title), without(page.text, title)];
  return { query: title, page: { ...page, title: '', headings, text } };
}

/** The heading in the middle that is no title. */
function takeHeading(page: BenchPage): ReturnType<TakeQuery> {
  const headings = page.headings.split('\n').filter((line) => isQuery(line) && !page.title.includes(line));
  const heading = headings[headings.length >> 1];
  if (heading === undefined) return undefined;
  return {
    query: heading,
    page: { ...page, headings: without(page.headings, heading), text: without(page.text, heading) },
  };
}

function takeDescription(page: BenchPage): ReturnType<TakeQuery> {
  const words = page.description.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length < DESCRIPTION_WORDS + 2) return undefined;
  const first = (words.length - DESCRIPTION_WORDS) >> 1;
  const query = words.slice(first, first + DESCRIPTION_WORDS).join(' ');
  return { query, page: { ...page, description: '', text: without(page.text, page.description) } };
}

function isQuery(text: string): boolean {
  const { length } = wordsOf(text);
  return length >= LEAST_WORDS && length <= MOST_WORDS;
}

/** Signs of a query's syntax are no part of what is looked for. */
export function plainQuery(text: string): string {
  return text.replace(/["“”„«»:|()]|(?<=\s|^)-/g, ' ').slice(0, 500);
}

function without(text: string, taken: string): string {
  return text.replaceAll(taken, ' ');
}
