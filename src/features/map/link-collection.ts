import type { MapLink } from '../../contract/requests/map.ts';
import { normalForm } from '../../frontier/same-page/normal-form.ts';
import type { Scope } from '../../frontier/scope.ts';
import { isInFolder } from '../../frontier/start-folder.ts';
import { isHttp, withoutCredentials } from '../../lib/addresses/url.ts';

/** The places where a URL was seen, best first: they order the links, and the form of the best place is kept. */
export const SOURCES = ['start', 'sitemap', 'start page', 'known', 'further page'] as const;
export type LinkSource = (typeof SOURCES)[number];

/** The title and description of a link, as far as they are known. */
export interface LinkFacts {
  title?: string | undefined;
  description?: string | undefined;
}

/** A link as a page or a sitemap names it. */
export interface FoundLink extends LinkFacts {
  href: string;
}

export interface LinkRules {
  scope: Scope;
  ignoreQueryParameters: boolean;
  deduplicateSimilarURLs: boolean;
  /** Links in this folder come first; undefined: all links are equal. */
  folder: string | undefined;
  /** No more than these are taken from a source, those of better ones included. */
  capacity: number;
}

interface Entry extends LinkFacts {
  url: URL;
  rank: number;
  order: number;
  isInFolder: boolean;
}

/** Links that are judged together when the site moves. */
const BATCH = 500;

/** The site's links found so far, one for each page. */
export class LinkCollection {
  #rules: LinkRules;
  readonly #entries = new Map<string, Entry>();
  /** Keys of pages that turned out not to exist. */
  readonly #gone = new Set<string>();
  /** Entries by rank. */
  readonly #counts = SOURCES.map(() => 0);
  #added = 0;

  constructor(rules: LinkRules) {
    this.#rules = rules;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** No more is taken from this source: there is enough from it and from better ones. */
  isFullFor(source: LinkSource): boolean {
    return this.roomFor(source) <= 0;
  }

  /** How many more are taken from this source. */
  roomFor(source: LinkSource): number {
    const rank = SOURCES.indexOf(source);
    if (rank === 0) return Infinity;
    const better = this.#counts.slice(0, rank + 1).reduce((sum, count) => sum + count, 0);
    return this.#rules.capacity - better;
  }

  /**
   * Adds those that are of the site, of which there should be some hundreds at most; resolves to the new ones in the form
   * they are listed in. Rejects as `Scope.judgeAll`.
   */
  async add(found: readonly FoundLink[], source: LinkSource, signal?: AbortSignal): Promise<URL[]> {
    const links = found.flatMap(({ href, ...facts }) => {
      const url = pageUrl(href);
      return url === undefined ? [] : [{ url, facts }];
    });
    const urls = links.map(({ url }) => url);
    const { scope } = this.#rules;
    const judgements = await scope.judgeAll(urls, { depth: 0, fromExternal: false }, signal);
    // The site has moved meanwhile.
    if (scope !== this.#rules.scope) return this.add(found, source, signal);
    return links.flatMap(({ url, facts }, index) =>
      judgements[index]?.isInScope === true ? (this.#enter(url, source, facts) ?? []) : [],
    );
  }

  #enter(page: URL, source: LinkSource, facts: LinkFacts): URL | undefined {
    const listed = this.#listedForm(page);
    if (listed === undefined || this.#gone.has(listed.key)) return undefined;
    const { key, url } = listed;
    const rank = SOURCES.indexOf(source);
    const known = this.#entries.get(key);
    if (known !== undefined) {
      if (rank < known.rank) {
        this.#count(known.rank, -1);
        this.#count(rank, 1);
        Object.assign(known, { rank, url, order: this.#added++ });
      }
      describeEntry(known, facts);
      return undefined;
    }
    if (this.isFullFor(source)) return undefined;
    const entry: Entry = { url, rank, order: this.#added++, isInFolder: this.#isPreferred(url) };
    describeEntry(entry, facts);
    this.#entries.set(key, entry);
    this.#count(rank, 1);
    return url;
  }

  /** The site is another one: what was found is judged anew. */
  async moveTo(site: Pick<LinkRules, 'scope' | 'folder'>, signal?: AbortSignal): Promise<void> {
    this.#rules = { ...this.#rules, ...site };
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    this.#counts.fill(0);
    for (const [rank, source] of SOURCES.entries()) {
      const ofSource = entries.filter((entry) => entry.rank === rank);
      const links = ofSource.map(({ url, title, description }) => ({ href: url.href, title, description }));
      for (let start = 0; start < links.length; start += BATCH)
        await this.add(links.slice(start, start + BATCH), source, signal);
    }
  }

  /** The form in which this page is listed; undefined when it is not. */
  listedAs(href: string): string | undefined {
    return this.#entries.get(this.#keyOf(href) ?? '')?.url.href;
  }

  has(href: string): boolean {
    return this.#entries.has(this.#keyOf(href) ?? '');
  }

  /** Takes a page's own title and description, which count more than those of a sitemap. */
  describe(href: string, { title, description }: LinkFacts): void {
    const entry = this.#entries.get(this.#keyOf(href) ?? '');
    if (entry === undefined) return;
    if (title) entry.title = title;
    if (description) entry.description = description;
  }

  /** The page does not exist. */
  remove(href: string): void {
    const key = this.#keyOf(href);
    if (key === undefined) return;
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#count(entry.rank, -1);
    this.#entries.delete(key);
    this.#gone.add(key);
  }

  /** Those that came from there, in the order of the links. */
  urlsFrom(source: LinkSource): URL[] {
    const rank = SOURCES.indexOf(source);
    return this.#ordered()
      .filter((entry) => entry.rank === rank)
      .map(({ url }) => url);
  }

  /** In their order: the start, then what lies below it, then the rest; each in the order of the sources. */
  toLinks(): MapLink[] {
    return this.#ordered().map(({ url, title, description }) => ({
      url: url.href,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    }));
  }

  #ordered(): Entry[] {
    const place = ({ rank, isInFolder: isBelow }: Entry): number =>
      rank === 0 ? 0 : rank + (isBelow ? 0 : SOURCES.length);
    return [...this.#entries.values()].toSorted(
      (left, right) => place(left) - place(right) || left.order - right.order,
    );
  }

  #count(rank: number, change: number): void {
    this.#counts[rank] = (this.#counts[rank] ?? 0) + change;
  }

  #isPreferred(url: URL): boolean {
    const { folder } = this.#rules;
    return folder === undefined || isInFolder(url, folder);
  }

  #keyOf(href: string): string | undefined {
    const url = pageUrl(href);
    return url && this.#listedForm(url)?.key;
  }

  /** Undefined when its query makes it another page than those that are listed. */
  #listedForm(page: URL): { key: string; url: URL } | undefined {
    const { ignoreQueryParameters, deduplicateSimilarURLs } = this.#rules;
    const url = new URL(page);
    if (ignoreQueryParameters && url.search !== '') {
      // Parameters that only tell where a visitor comes from are no part of the page's address.
      const { url: bare } = normalForm(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: true });
      if (/^[^#]*\?/.test(bare)) return undefined;
      url.search = '';
    }
    const { key } = normalForm(url, { ignoreQueryParameters: false, deduplicateSimilarURLs });
    return { key: key.toString('latin1'), url };
  }
}

function pageUrl(href: string): URL | undefined {
  const parsed = URL.parse(href);
  if (parsed === null || !isHttp(parsed)) return undefined;
  const url = withoutCredentials(parsed);
  if (!isRoute(url.hash)) url.hash = '';
  return url;
}

/** A place that a single-page application shows, not a place on the page. */
function isRoute(fragment: string): boolean {
  return /^#[!/]./.test(fragment);
}

function describeEntry(entry: Entry, { title, description }: LinkFacts): void {
  if (title) entry.title ??= title;
  if (description) entry.description ??= description;
}
