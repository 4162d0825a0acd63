import { isHttp } from '../lib/url.ts';
import { isFilePath } from './is-file-path.ts';
import { compilePathPatterns } from './path-patterns.ts';
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

/** How a URL was found. */
export interface Discovery {
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
  judge(url: URL, discovery: Discovery): Judgement;
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
 *
 * Throws a BAD_REQUEST when a pattern does not compile.
 */
export function createScope(options: ScopeOptions): Scope {
  const { start, regexOnFullURL, maxDiscoveryDepth = Infinity } = options;
  const site = createSite(start);
  const folder = options.crawlEntireDomain ? '' : startFolder(start);
  const included = compilePathPatterns(options.includePaths, { field: 'includePaths', regexOnFullURL });
  const excluded = compilePathPatterns(options.excludePaths, { field: 'excludePaths', regexOnFullURL });

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

  return {
    judge(url, { depth, fromExternal }) {
      if (!isHttp(url)) return outOfScope('scheme');
      const relation = site.relationOf(url);
      const isExternal = !isOwn(relation);
      if (relation !== 'same' && isExternal) {
        const reason = judgeForeign(url, relation, fromExternal);
        if (reason !== undefined) return outOfScope(reason);
      }
      if (!isExternal && !isInFolder(url, folder)) return outOfScope('parent path');
      if (isFilePath(url.pathname)) return outOfScope('file type');
      const pattern = excluded.find(url);
      if (pattern !== undefined) return { isInScope: false, reason: 'excluded', pattern };
      if (included.count > 0 && included.find(url) === undefined) return outOfScope('not included');
      return depth > maxDiscoveryDepth ? outOfScope('too deep') : { isInScope: true, isExternal };
    },
  };
}

function outOfScope(reason: OutOfScope): Judgement {
  return { isInScope: false, reason };
}

function isHomePage(url: URL): boolean {
  return url.pathname === '/' && url.search === '';
}
