import { mapRequest } from '../../contract/requests/map.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { parseWith } from '../../lib/validate.ts';
import type { FindLinks } from './find-links.ts';

/** The time that a look at a site takes at most, ms, and the addresses that it gives of either kind. */
const LOOK_MS = 8_000;
const MAX_PATHS = 2_000;

/** The addresses of a site that its sitemaps, and its start page and earlier pages, tell. */
export interface ListedPaths {
  listed: URL[];
  linked: URL[];
  /** The reason why there are none, as a sentence without its full stop. */
  problem: string | undefined;
}

/** A look at a site: robots.txt, sitemaps and one page, within some seconds. Rejects with the caller's signal only. */
export function createListSitePaths(findLinks: FindLinks) {
  return async function listSitePaths(
    start: URL,
    {
      teamId,
      headers,
      signal,
    }: {
      teamId: string | undefined;
      headers: Readonly<Record<string, string>>;
      signal: AbortSignal | undefined;
    },
  ): Promise<ListedPaths> {
    using deadline = new Deadline(LOOK_MS, signal);
    const look = async (sitemap: 'only' | 'skip'): Promise<URL[]> => {
      const request = parseWith(mapRequest, {
        url: start.href,
        sitemap,
        headers,
        limit: MAX_PATHS,
        timeout: LOOK_MS,
        includeSubdomains: false,
      });
      const caller = signal ?? new AbortController().signal;
      const { links } = await findLinks(start, request, {
        teamId,
        deadline,
        signal: caller,
        isShallow: true,
      });
      return links.map(({ url }) => new URL(url));
    };
    const [listed, linked] = await Promise.allSettled([look('only'), look('skip')]);
    signal?.throwIfAborted();
    const [ofSitemaps, ofPages] = [listed, linked].map((one) =>
      one.status === 'fulfilled' ? one.value : [],
    );
    return { listed: ofSitemaps ?? [], linked: ofPages ?? [], problem: problemOf(linked) };
  };
}

function problemOf(look: PromiseSettledResult<URL[]>): string | undefined {
  if (look.status === 'fulfilled') return undefined;
  const { reason } = look as { reason: unknown };
  if (!(reason instanceof ServiceError)) throw reason;
  return `No address of the site is known (${reason.message})`;
}
