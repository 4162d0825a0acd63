import {
  MAX_BARREN_LENGTH,
  type SitemapContent,
  type SitemapEntry,
  type SitemapReadOptions,
} from './sitemap-content.ts';
import { SitemapEntryList } from './sitemap-entry-list.ts';
import { createTurns } from './turns.ts';

const LINE_END = /[\r\n]/g;
const URL_ALONE = /^https?:\/\/\S+$/i;
/** Longer ones hold no URL, and are passed over piece by piece. */
const MAX_LINE_LENGTH = 65_536;

/** Reads the text form: one absolute URL a line (sitemaps.org, "Text file"). Other lines are passed over. */
export async function readTextSitemap(text: string, options: SitemapReadOptions): Promise<SitemapContent> {
  const turns = createTurns(options.signal);
  const list = new SitemapEntryList(options);
  const { entries } = list;
  let lastFound = 0;
  let isWithinLine = false;
  for (let at = 0; at < text.length;) {
    if (turns.isDue(at)) await turns.give();
    const piece = text.slice(at, at + MAX_LINE_LENGTH);
    LINE_END.lastIndex = 0;
    const end = LINE_END.exec(piece)?.index;
    const line = piece.slice(0, end).trim();
    const isWhole = end !== undefined || piece.length < MAX_LINE_LENGTH;
    if (isWhole && !isWithinLine && URL_ALONE.test(line)) {
      if (!list.canTake()) return { kind: kindOf(entries), entries, isTruncated: true };
      list.add(line);
      lastFound = at;
    } else if (at - lastFound > MAX_BARREN_LENGTH) {
      return { kind: kindOf(entries), entries, isTruncated: true };
    }
    isWithinLine = !isWhole;
    at += end === undefined ? piece.length : end + 1;
  }
  return { kind: kindOf(entries), entries, isTruncated: false };
}

/** A text without a single URL is no list of URLs. */
function kindOf(entries: readonly SitemapEntry[]): 'text' | 'unknown' {
  return entries.length === 0 ? 'unknown' : 'text';
}
