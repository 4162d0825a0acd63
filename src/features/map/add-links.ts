import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FoundLink, LinkCollection, LinkSource } from './link-collection.ts';

/** Links between two turns of the event loop: a page may have a hundred thousand, others want an answer meanwhile. */
const LINKS_A_TURN = 500;

/** Adds links until there are enough from this source; resolves to the new ones. Rejects as `LinkCollection.add`. */
export async function addLinks(
  links: LinkCollection,
  found: readonly FoundLink[],
  source: LinkSource,
  signal: AbortSignal,
): Promise<URL[]> {
  const added: URL[] = [];
  for (let start = 0; start < found.length && !links.isFullFor(source); start += LINKS_A_TURN) {
    if (start > 0) await nextTurn(undefined, { signal });
    added.push(...(await links.add(found.slice(start, start + LINKS_A_TURN), source, signal)));
  }
  return added;
}

/** Adds links of which only the URLs are known; see `addLinks`. */
export function addUrls(
  links: LinkCollection,
  hrefs: readonly string[],
  source: LinkSource,
  signal: AbortSignal,
): Promise<URL[]> {
  const found = hrefs.map((href) => ({ href }));
  return addLinks(links, found, source, signal);
}
