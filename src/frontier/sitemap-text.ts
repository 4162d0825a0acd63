import type { SitemapContent, SitemapEntry, SitemapReadOptions } from './sitemap-content.ts';
import { SitemapEntryList } from './sitemap-entry-list.ts';
import { createTurns } from './turns.ts';

const URL_TEXT = /https?:\/\/\S+/gi;
const BLANK = /[^\S\r\n]/;

/** Reads the text form: one absolute URL a line (sitemaps.org, "Text file"). Other lines are passed over. */
export async function readTextSitemap(text: string, options: SitemapReadOptions): Promise<SitemapContent> {
  const turns = createTurns(options.signal);
  const list = new SitemapEntryList(options);
  const { entries } = list;
  for (const { 0: written, index } of text.matchAll(URL_TEXT)) {
    if (turns.isDue()) await turns.give();
    if (!isLine(text, index, index + written.length)) continue;
    if (!list.canTake()) return { kind: kindOf(entries), entries, isTruncated: true };
    list.add(written);
  }
  return { kind: kindOf(entries), entries, isTruncated: false };
}

/** What is not even one URL is no list of URLs. */
function kindOf(entries: readonly SitemapEntry[]): 'text' | 'unknown' {
  return entries.length === 0 ? 'unknown' : 'text';
}

/** Whether nothing but blanks stands beside the range on its line; each blank is looked at twice at most in a file. */
function isLine(text: string, start: number, end: number): boolean {
  let before = start - 1;
  while (isBlank(text[before])) before--;
  let after = end;
  while (isBlank(text[after])) after++;
  return isLineEnd(text[before]) && isLineEnd(text[after]);
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && BLANK.test(character);
}

function isLineEnd(character: string | undefined): boolean {
  return character === undefined || character === '\n' || character === '\r';
}
