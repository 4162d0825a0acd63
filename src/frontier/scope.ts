import { isHttp } from '../lib/addresses/url.ts';
import { isFilePath } from './is-file-path.ts';
import { createPathPatterns, type PathPatterns } from './patterns/path-patterns.ts';
import type { PatternThread } from './patterns/pattern-thread.ts';
import { createSite } from './site.ts';
import { isInFolder, startFolder } from './start-folder.ts';

export interface ScopeOptions {
  /** Where the crawl starts; after a redirect to another host, the URL that it led to. */
  start: URL;
  crawlEntireDomain: boolean;
  allowExternalLinks: boolean;
  allowSubdomains: boolean;
  includePaths: readonly string[];
  excludePaths: readonly string[];
  regexOnFullURL: boolean;
  /** No bound when absent. */
  maxDiscoveryDepth?: number | undefined;
}

/** The searcher for patterns, and the team that it works for. */
export interface ScopeSearch {
  thread: PatternThread;
  teamId: string;
}

/** How a URL was found. */
export interface Finding {
  /** Links from the root or a sitemap page to this URL: both of these have depth 0. */
  depth: number;
  /** The page that names it is not one of the site itself. */
  fromExternal: boolean;
}

/** Why a URL is not crawled. */
export type OutOfScope =
  | 'scheme'
  | 'external'
  | 'external home page'
  | 'subdomain'
  | 'parent path'
  | 'file type'
  | 'excluded'
  | 'not included'
  | 'too deep';

export type Judgement =
  /** `isExternal`: the page is outside of the site; links on it are judged with `fromExternal`. */
  | { isInScope: true; isExternal: boolean }
  /** `pattern`: the entry of `excludePaths` that was found in the URL. */
  | { isInScope: false; reason: OutOfScope; pattern?: string };

export interface Scope {
  /** Rejects with a BAD_REQUEST that says which pattern does not compile. */
  check(signal?: AbortSignal): Promise<void>;
  /** As `judgeAll`. */
  judge(url: URL, discovery: Finding, signal?: AbortSignal): Promise<Judgement>;
  /**
   * Judgements in the order of the URLs, of which there should be some hundreds at most. Rejects with `PatternsTooSlow`,
   * and with the signal's reason.
   */
  judgeAll(urls: readonly URL[], discovery: Finding, signal?: AbortSignal): Promise<Judgement[]>;
  /** The same rules for another start. */
  from(start: URL): Scope;
}

/**
 * Which URLs belong to a crawl. The rules, in the order in which they are tried:
 *
 * 1. Only http and https.
 * 2. The host: the start's, or with `allowSubdomains` one below its main domain. With `allowExternalLinks` any other
 *    host too, one hop away: links from an external page to an external page do not count, and neither does a bare
 *    external home page (`https://example.org/`), reported as EXTERNAL_LINK (wire contract 5.7).
 * 3. The path: without `crawlEntireDomain` only the start's folder and what is below it, on every host of the site.
 * 4. No file that holds no text, by the ending of its name.
 * 5. No pattern of `excludePaths`, at least one of `includePaths` if there are any. The start is judged like others.
 * 6. `maxDiscoveryDepth`.
 */
export function createScope(options: ScopeOptions, { thread, teamId }: ScopeSearch): Scope {
  const { includePaths, excludePaths, regexOnFullURL } = options;
  const patternsOf = (field: string, patterns: readonly string[]): PathPatterns =>
    createPathPatterns(patterns, { field, regexOnFullURL, teamId, thread });
  return scopeFrom(options, {
    included: patternsOf('includePaths', includePaths),
    excluded: patternsOf('excludePaths', excludePaths),
  });
}

interface ScopePatterns {
  included: PathPatterns;
  excluded: PathPatterns;
}

function scopeFrom(options: ScopeOptions, patterns: ScopePatterns): Scope {
  const { included, excluded } = patterns;
  const { maxDiscoveryDepth = Infinity } = options;
  const judgePlace = createPlaceRules(options);

  async function judgeAll(
    urls: readonly URL[],
    { depth, fromExternal }: Finding,
    signal?: AbortSignal,
  ): Promise<Judgement[]> {
    const judgements = urls.map((url) => judgePlace(url, fromExternal));
    /** Where a rule is still to be tried. */
    const left = (): number[] => judgements.flatMap(({ isInScope }, index) => (isInScope ? [index] : []));
    const findIn = async (list: PathPatterns, indexes: number[]): Promise<Array<string | undefined>> =>
      list.find(
        indexes.map((index) => urls[index]!),
        signal,
      );

    const toExclude = left();
    for (const [at, pattern] of (await findIn(excluded, toExclude)).entries())
      if (pattern !== undefined)
        judgements[toExclude[at]!] = { isInScope: false, reason: 'excluded', pattern };
    if (included.count > 0) {
      const toInclude = left();
      for (const [at, pattern] of (await findIn(included, toInclude)).entries())
        if (pattern === undefined) judgements[toInclude[at]!] = outOfScope('not included');
    }
    if (depth > maxDiscoveryDepth) for (const index of left()) judgements[index] = outOfScope('too deep');
    return judgements;
  }

  return {
    async check(signal) {
      await included.check(signal);
      await excluded.check(signal);
    },
    async judge(url, discovery, signal) {
      return (await judgeAll([url], discovery, signal))[0]!;
    },
    judgeAll,
    from: (start) => scopeFrom({ ...options, start }, patterns),
  };
}

/** Rules 1 to 4. */
function createPlaceRules(options: ScopeOptions): (url: URL, fromExternal: boolean) => Judgement {
  const { start } = options;
  const site = createSite(start);
  const folder = options.crawlEntireDomain ? '' : startFolder(start);

  const isOwn = (relation: string): boolean =>
    relation === 'same' || (relation === 'subdomain' && options.allowSubdomains);

  const judgeForeign = (
    url: URL,
    relation: 'subdomain' | 'external',
    fromExternal: boolean,
  ): OutOfScope | undefined => {
    if (!options.allowExternalLinks || fromExternal) return relation;
    return isHomePage(url) ? 'external home page' : undefined;
  };

  return function judgePlace(url, fromExternal) {
    if (!isHttp(url)) return outOfScope('scheme');
    const relation = site.relationOf(url);
    const isExternal = !isOwn(relation);
    if (relation !== 'same' && isExternal) {
      const reason = judgeForeign(url, relation, fromExternal);
      if (reason !== undefined) return outOfScope(reason);
    }
    if (!isExternal && !isInFolder(url, folder)) return outOfScope('parent path');
    return isFilePath(url.pathname) ? outOfScope('file type') : { isInScope: true, isExternal };
  };
}

function outOfScope(reason: OutOfScope): Judgement {
  return { isInScope: false, reason };
}

function isHomePage(url: URL): boolean {
  return url.pathname === '/' && url.search === '';
}
