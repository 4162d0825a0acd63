import { normalForm } from '../../frontier/same-page/normal-form.ts';
import { isHttp, withoutCredentials } from '../../lib/addresses/url.ts';
import type { ProviderResult } from './providers/provider.ts';

/** Query parameters tell pages apart; tracking parameters, `www.` and a trailing slash do not. */
const SAME_PAGE = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };

/** Equal results have equal keys: pages by the normal form of their URLs, pictures by that of their own. */
export function resultKey(result: ProviderResult): string {
  const text = result.source === 'images' ? result.imageUrl : result.url;
  const url = URL.parse(text);
  return url === null ? text : normalForm(url, SAME_PAGE).url;
}

/**
 * The results with each page once, under URLs that can be followed. Texts were read and bounded by the adapter that had them
 * from a stranger; a result without a title is called by its address.
 */
export function cleanResults(results: readonly ProviderResult[]): ProviderResult[] {
  const seen = new Set<string>();
  return results.flatMap((result): ProviderResult[] => {
    const url = webUrl(result.url);
    if (url === undefined || (result.source === 'images' && webUrl(result.imageUrl) === undefined)) return [];
    const key = resultKey(result);
    if (seen.has(key)) return [];
    seen.add(key);
    const bare = url.username === '' && url.password === '' ? result.url : withoutCredentials(url).href;
    return [{ ...result, url: bare, title: result.title === '' ? addressOf(url) : result.title }];
  });
}

function webUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && isHttp(url) ? url : undefined;
}

function addressOf({ hostname, pathname }: URL): string {
  return pathname === '/' ? hostname : hostname + pathname;
}
