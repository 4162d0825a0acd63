import { CATEGORY_HOSTS } from '../../../text/search-query/category-hosts.ts';
import type { ProviderRequest } from './provider.ts';

/** The domains of a request, for providers that take lists of them in place of operators. */
export interface DomainLists {
  include: string[];
  exclude: string[];
}

/**
 * `site:`, the domains and the categories of a request as two lists. They let through more than was asked for where a list
 * cannot say it: a folder of a site, or a category beside PDF files, which are anywhere. Results are checked.
 */
export function domainLists({
  query,
  includeDomains,
  excludeDomains,
  categories,
}: ProviderRequest): DomainLists {
  const sites = query.filters.filter(({ operator }) => operator === 'site');
  const asked = [
    ...includeDomains,
    ...sites.filter(({ isNegated }) => !isNegated).map(({ value }) => hostOf(value)),
  ];
  const refused = sites.filter(({ isNegated, value }) => isNegated && isWholeHost(value));
  const hosts = categories.flatMap((category) => (category === 'pdf' ? [] : CATEGORY_HOSTS[category]));
  const isOfHosts = categories.length > 0 && !categories.includes('pdf');
  return {
    // Domains that the caller named are narrower than a category.
    include: unique(asked.length === 0 && isOfHosts ? hosts : asked),
    exclude: unique([...excludeDomains, ...refused.map(({ value }) => hostOf(value))]),
  };
}

function hostOf(value: string): string {
  return value
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/, '')
    .toLowerCase();
}

function isWholeHost(value: string): boolean {
  return !/[^/][/?#]+[^/]/.test(value.replace(/^https?:\/\//i, ''));
}

function unique(domains: readonly string[]): string[] {
  return [...new Set(domains)].filter(Boolean);
}
