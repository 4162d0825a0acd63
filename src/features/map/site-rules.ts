import type { MapRequest } from '../../contract/requests/map.ts';
import type { PatternThread } from '../../frontier/patterns/pattern-thread.ts';
import { createScope, type Scope } from '../../frontier/scope.ts';
import { startFolder } from '../../frontier/start-folder.ts';

/** The URLs that belong to a site, and the folder whose pages come first; undefined: all are equal. */
export interface SiteRules {
  scope: Scope;
  folder: string | undefined;
}

/** Gives the rules of the site that a map begins at. */
export function siteRules(
  start: URL,
  request: MapRequest,
  { patterns: thread, teamId }: { patterns: PatternThread; teamId: string },
): SiteRules {
  const { includeSubdomains, filterByPath, includePaths, excludePaths, regexOnFullURL } = request;
  const rules = {
    start,
    crawlEntireDomain: filterByPath !== true,
    allowExternalLinks: false,
    allowSubdomains: includeSubdomains,
    includePaths,
    excludePaths,
    regexOnFullURL,
  };
  const folder = filterByPath === undefined ? startFolder(start) : '';
  return { scope: createScope(rules, { thread, teamId }), folder: folder === '' ? undefined : folder };
}
