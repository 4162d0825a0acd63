import { CATEGORY_HOSTS, type SearchCategory } from '../../text/search-query/category-hosts.ts';

/** True for a host and for every name below it. */
export function isHostOf(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/** The first of the wanted categories that a page is of; undefined when it is of none. */
export function categoryOf(url: string, wanted: readonly SearchCategory[]): SearchCategory | undefined {
  const parsed = URL.parse(url);
  return parsed === null ? undefined : wanted.find((category) => isOfCategory(parsed, category));
}

function isOfCategory({ hostname, pathname }: URL, category: SearchCategory): boolean {
  if (category === 'pdf') return hasExtension(pathname, 'pdf');
  return CATEGORY_HOSTS[category].some((domain) => isHostOf(hostname, domain));
}

/** Tells a file by the end of its path, and where a folder is named by the kind of what is in it (`/pdf/2401.00001`). */
export function hasExtension(pathname: string, extension: string): boolean {
  const path = pathname.toLowerCase();
  return path.endsWith(`.${extension}`) || (extension === 'pdf' && /\/pdf\/[^/]+$/.test(path));
}
