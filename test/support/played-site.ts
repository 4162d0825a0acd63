import assert from 'node:assert/strict';
import type { ClaimedPage } from '../../src/jobs/model/claimed-page.ts';
import type { JobContext } from '../../src/jobs/model/job-context.ts';
import { failure, newPage, type Ending } from './open-test-jobs.ts';
import { pickSize } from './pick-size.ts';

/** mulberry32: the same steps for the same seed. */
export function createRandom(seed: number): (below: number) => number {
  const state = { value: seed };
  return (below) => {
    state.value = (state.value + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state.value ^ (state.value >>> 15), 1 | state.value);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const SITE_PAGES = pickSize(30, 45);

/** What a page of the played site does; the same each time it is asked. */
export interface PlayedPage {
  url: string;
  links: readonly number[];
  /** Times that it does not want to be asked now. */
  refusals: number;
  kind: 'document' | 'failed' | 'forbidden';
  redirectsTo: number | undefined;
  /** Pages of one number are one page under several addresses. */
  twin: number | undefined;
}

export function playSite(random: (below: number) => number, hosts: number): PlayedPage[] {
  return Array.from({ length: SITE_PAGES }, (_, index) => {
    const isPlain = index === 0 || index % 10 === 1;
    const die = isPlain ? 99 : random(100);
    return {
      url: index === 0 ? 'http://host0.test/' : `http://host${index % hosts}.test/${index}`,
      links: [index * 3 + 1, index * 3 + 2, index * 3 + 3, random(SITE_PAGES), random(SITE_PAGES)].filter(
        (target) => target < SITE_PAGES,
      ),
      refusals: random(4) === 0 ? 1 + random(2) : 0,
      kind: die < 6 ? 'failed' : die < 12 ? 'forbidden' : 'document',
      redirectsTo: die >= 12 && die < 28 ? Math.floor(random(SITE_PAGES) / 10) * 10 + 1 : undefined,
      twin: die >= 28 && die < 40 ? random(3) : undefined,
    };
  });
}

/** Distance from the start of every page that can be reached, and the pages that are to be delivered. */
export function explore(site: readonly PlayedPage[]): {
  depths: Map<number, number>;
  delivered: Set<string>;
} {
  const depths = new Map([[0, 0]]);
  const delivered = new Set<string>();
  for (const [index, depth] of depths) {
    const page = site[index];
    if (page?.kind !== 'document') continue;
    const seen = page.redirectsTo ?? index;
    delivered.add(page.twin === undefined ? `page ${seen}` : `twin ${page.twin}`);
    for (const link of site[seen]?.links ?? []) if (!depths.has(link)) depths.set(link, depth + 1);
  }
  return { depths, delivered };
}

export function play(site: readonly PlayedPage[], job: JobContext, page: ClaimedPage): Ending {
  const index = site.findIndex(({ url }) => url === page.url);
  const played = site[index];
  assert.ok(played);
  if (page.retries < played.refusals) return { end: { kind: 'retry', waitMs: 0 }, holdMs: 60_000 };
  if (played.kind === 'failed') return { end: failure(job, page) };
  if (played.kind === 'forbidden') return { end: { kind: 'dropped', reason: 'robots' } };
  const seen = site[played.redirectsTo ?? index];
  const links = (seen?.links ?? []).map((link) => newPage(job, site[link]?.url ?? '', page.depth + 1));
  const twin = Buffer.alloc(16, 1 + (played.twin ?? 0)).toString('base64url');
  return {
    links,
    ...(played.redirectsTo !== undefined && { redirectedTo: newPage(job, seen?.url ?? '', page.depth) }),
    ...(played.twin !== undefined && { canonical: { key: twin, contentHash: twin } }),
  };
}
