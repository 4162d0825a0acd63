import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LinkCollection, LinkSource } from './link-collection.ts';

/** Links between two turns of the event loop: a page may have a hundred thousand, others want an answer meanwhile. */
const LINKS_A_TURN = 500;

/** Adds links until there are enough from this source; resolves to the new ones. Rejects with the signal's reason. */
export async function addLinks(
  links: LinkCollection,
  hrefs: readonly string[],
  source: LinkSource,
  signal: AbortSignal,
): Promise<URL[]> {
  const added: URL[] = [];
  for (const [index, href] of hrefs.entries()) {
    if (links.isFullFor(source)) break;
    const url = links.add(href, source);
    if (url !== undefined) added.push(url);
    if ((index + 1) % LINKS_A_TURN === 0) await nextTurn(undefined, { signal });
  }
  return added;
}
