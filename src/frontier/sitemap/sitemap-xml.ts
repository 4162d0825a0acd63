import { detachString } from './detach-string.ts';
import {
  MAX_BARREN_LENGTH,
  type SitemapContent,
  type SitemapEntry,
  type SitemapReadOptions,
} from './sitemap-content.ts';
import { SitemapEntryList } from './sitemap-entry-list.ts';
import { MarkupReader, type TagName } from './sitemap-markup.ts';
import { createTurns } from './turns.ts';

type Field = 'url' | 'title' | 'lastModified' | 'permalink';

/** The root elements of sitemaps, of RSS 2.0 and 1.0 (which is RDF), of Atom. */
const ROOTS: ReadonlyMap<string, SitemapContent['kind']> = new Map([
  ['urlset', 'urlset'],
  ['sitemapindex', 'index'],
  ['rss', 'feed'],
  ['rdf', 'feed'],
  ['feed', 'feed'],
]);

const ENTRIES: ReadonlyMap<string, SitemapContent['kind']> = new Map([
  ['url', 'urlset'],
  ['sitemap', 'index'],
  ['item', 'feed'],
  ['entry', 'feed'],
]);

/** The elements of an entry that are read. Those of other vocabularies stand with their usual prefix. */
const SITEMAP_FIELDS: ReadonlyMap<string, Field> = new Map([
  ['loc', 'url'],
  ['lastmod', 'lastModified'],
  ['news:title', 'title'],
]);
const FEED_FIELDS: ReadonlyMap<string, Field> = new Map([
  ['link', 'url'],
  ['guid', 'permalink'],
  ['title', 'title'],
  ['pubdate', 'lastModified'],
  ['dc:date', 'lastModified'],
  ['updated', 'lastModified'],
]);

const MAX_TITLE_LENGTH = 1000;
const MAX_DATE_LENGTH = 64;

/**
 * Reads a sitemap, a sitemap index, RSS or Atom. Namespace prefixes may be any, names in any case, closing tags may be
 * missing; an entry that the file breaks off in counts only with what was complete.
 */
export async function readXmlSitemap(xml: string, options: SitemapReadOptions): Promise<SitemapContent> {
  return new XmlSitemapReading(xml, options).run();
}

/** One pass over a file. */
class XmlSitemapReading {
  readonly #reader: MarkupReader;
  readonly #options: SitemapReadOptions;
  readonly #list: SitemapEntryList;
  #kind: SitemapContent['kind'] = 'unknown';
  #isTruncated = false;
  /** Name of the root as long as it is open; undefined when the file begins within it. */
  #root: string | undefined;
  /** Where the last entry began, in characters. */
  #lastEntry = 0;
  /** Name of the open entry. */
  #entry: TagName | undefined;
  #values: Partial<Record<Field, string>> = {};
  /** The field whose text is being collected, the element that it is, and how many are open inside it. */
  #field: Field | undefined;
  #fieldName = '';
  #fieldDepth = 0;
  #text = '';
  /** Within Atom's `source`, which has the fields of another feed. */
  #isInSource = false;

  constructor(xml: string, options: SitemapReadOptions) {
    this.#reader = new MarkupReader(xml);
    this.#options = options;
    this.#list = new SitemapEntryList(options);
  }

  async run(): Promise<SitemapContent> {
    const reader = this.#reader;
    const turns = createTurns(this.#options.signal);
    for (;;) {
      if (turns.isDue(reader.position)) await turns.give();
      const piece = reader.next();
      if (piece === 'end') break;
      if (reader.position - this.#lastEntry > MAX_BARREN_LENGTH) {
        this.#isTruncated = true;
        break;
      }
      if (piece === 'nothing') continue;
      if (piece === 'text') {
        if (this.#field !== undefined) this.#text += reader.text();
      } else if (piece === 'close') {
        this.#close(reader.name);
      } else if (this.#kind === 'unknown' && reader.name.full === 'html') {
        break;
      } else {
        this.#open(reader.name);
        if (this.#isTruncated) break;
        if (reader.isSelfClosing) this.#close(reader.name);
      }
    }
    // The text of an open field may be half a URL.
    this.#isTruncated ||= this.#root !== undefined || this.#entry !== undefined;
    this.#field = undefined;
    this.#endEntry();
    return { kind: this.#kind, entries: this.#list.entries, isTruncated: this.#isTruncated };
  }

  #open(name: TagName): void {
    if (this.#kind === 'unknown') this.#begin(name);
    if (this.#isEntry(name.local)) {
      this.#openEntry(name);
      return;
    }
    if (this.#entry === undefined) return;
    if (name.local === 'source') {
      this.#endField();
      this.#isInSource = true;
      return;
    }
    const field = this.#fieldOf(name, this.#entry.prefix);
    if (field !== undefined) this.#openField(field);
    else if (this.#field !== undefined) this.#fieldDepth++;
  }

  /** The root tells the kind, or the first entry of a file that has lost its root. */
  #begin(name: TagName): void {
    const kind = ROOTS.get(name.local);
    if (kind !== undefined) this.#root = name.full;
    this.#kind = kind ?? ENTRIES.get(name.local) ?? 'unknown';
  }

  #isEntry(local: string): boolean {
    const kind = ENTRIES.get(local);
    if (kind === undefined) return false;
    if (kind === this.#kind) return true;
    // A root that is named after the other kind of sitemap is believed less than what stands in it.
    const isMisnamed = this.#list.entries.length === 0 && kind !== 'feed' && this.#kind !== 'feed';
    if (isMisnamed) this.#kind = kind;
    return isMisnamed;
  }

  #openEntry(name: TagName): void {
    this.#endField();
    this.#endEntry();
    this.#isTruncated = !this.#list.canTake();
    this.#entry = name;
    this.#lastEntry = this.#reader.position;
  }

  #fieldOf({ full, prefix, local }: TagName, entryPrefix: string): Field | undefined {
    if (this.#isInSource) return undefined;
    const fields = this.#kind === 'feed' ? FEED_FIELDS : SITEMAP_FIELDS;
    return fields.get(prefix === entryPrefix ? local : full);
  }

  #openField(field: Field): void {
    this.#endField();
    const href = field === 'url' ? this.#reader.attribute('href') : undefined;
    if (href !== undefined) {
      if ((this.#reader.attribute('rel') ?? 'alternate') === 'alternate') this.#set('url', href);
    } else if (field !== 'permalink' || this.#reader.attribute('ispermalink') !== 'false') {
      this.#field = field;
      this.#fieldName = this.#reader.name.full;
      this.#text = '';
    }
  }

  #close(name: TagName): void {
    if (name.full === this.#root) this.#root = undefined;
    if (this.#entry === undefined) return;
    if (name.full === this.#entry.full) {
      this.#endField();
      this.#endEntry();
    } else if (name.local === 'source') {
      this.#isInSource = false;
    } else if (this.#fieldDepth > 0 && name.full !== this.#fieldName) {
      this.#fieldDepth--;
    } else {
      this.#endField();
    }
  }

  #endField(): void {
    if (this.#field !== undefined) this.#set(this.#field, this.#text);
    this.#field = undefined;
    this.#fieldDepth = 0;
  }

  #set(field: Field, text: string): void {
    const value = text.trim();
    if (value !== '') this.#values[field] ??= value;
  }

  #endEntry(): void {
    if (this.#entry === undefined) return;
    const { url: link, permalink, title, lastModified } = this.#values;
    this.#entry = undefined;
    this.#values = {};
    this.#isInSource = false;
    // A `guid` says that it is a link also where its writer only forgot to deny it.
    const target = link ?? (permalink !== undefined && /^https?:/i.test(permalink) ? permalink : undefined);
    if (target === undefined) return;
    const rest: Omit<SitemapEntry, 'url'> = {};
    if (title !== undefined) rest.title = detachString(title.slice(0, MAX_TITLE_LENGTH).replace(/\s+/g, ' '));
    if (lastModified !== undefined && lastModified.length <= MAX_DATE_LENGTH)
      rest.lastModified = detachString(lastModified);
    this.#list.add(target, rest);
  }
}
