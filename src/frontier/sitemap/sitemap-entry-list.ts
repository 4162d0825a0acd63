import { MAX_URL_LENGTH, resolveHttpUrl } from '../../lib/addresses/url.ts';
import { detachString } from './detach-string.ts';
import type { SitemapEntry, SitemapReadOptions } from './sitemap-content.ts';

/** Short URLs that are relative to a long one are long as well, so the size of the file does not bound them. */
const MAX_TOTAL_CHARACTERS = 64 * 1024 * 1024;

/** The entries of one file while it is read, within its limits. */
export class SitemapEntryList {
  readonly entries: SitemapEntry[] = [];
  readonly #options: SitemapReadOptions;
  #candidates = 0;
  #characters = 0;

  constructor(options: SitemapReadOptions) {
    this.#options = options;
  }

  /** Counts an entry before it is read, since one without a valid URL takes time too; false when the list is full. */
  canTake(): boolean {
    return this.#candidates++ < this.#options.maxEntries && this.#characters <= MAX_TOTAL_CHARACTERS;
  }

  /** Adds the entry, unless what is written is no http(s) URL. */
  add(written: string, rest: Omit<SitemapEntry, 'url'> = {}): void {
    const url = resolveHttpUrl(written, this.#options.baseUrl);
    if (url === undefined || url.length > MAX_URL_LENGTH) return;
    this.#characters += url.length;
    this.entries.push({ url: detachString(url), ...rest });
  }
}
