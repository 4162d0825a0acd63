import {
  analysePage,
  impactsByTerm,
  PageAnalyser,
  type PageToAnalyse,
} from '../../src/search-index/segments/analyse-page.ts';
import { blockOf, findPostings, type Postings } from '../../src/search-index/block.ts';
import { buildSegment, type BuiltSegment } from '../../src/search-index/segments/build-segment.ts';
import {
  findCandidates,
  rarityIn,
  type SearchedSegment,
} from '../../src/search-index/segments/find-candidates.ts';
import type { IndexPlan } from '../../src/search-index/index-plan.ts';
import { pageIdAt, usualImpactsOf } from '../../src/search-index/segments/page-entry.ts';
import { planQuery } from '../../src/search-index/planning/plan-query.ts';
import { createPageRanker, type CandidatePage } from '../../src/search-index/ranking/rank-pages.ts';
import { heaviestTerms, withRelated } from '../../src/search-index/planning/related-pages.ts';
import type { IndexHit, IndexQuery } from '../../src/search-index/search-index.ts';
import { isOnSite, parseSite } from '../../src/search-index/planning/site-value.ts';
import { parseSearchQuery } from '../../src/text/search-query/parse-search-query.ts';
import { simhashOf } from '../../src/text/words/simhash.ts';
import { pageToAnalyse } from './pages-to-index.ts';

/** A page with its text, and what is not given empty. */
export type PageInMemory = Partial<PageToAnalyse> & {
  readonly text?: string;
  readonly firstSeenAt?: Date;
  readonly imageUrl?: string;
};

export interface IndexInMemory {
  search(query: string, asked?: Partial<IndexQuery>): IndexHit[];
  readonly segments: readonly BuiltSegment[];
}

const CANDIDATES = 50;
const MINUTE_MS = 60_000;
const NOW = new Date('2026-06-01T00:00:00Z');

/** The index without its tables: segments of pages, searched as a service searches its own. */
export async function indexInMemory(
  pages: readonly PageInMemory[],
  { pagesASegment = 100 }: { pagesASegment?: number } = {},
): Promise<IndexInMemory> {
  const built: BuiltSegment[] = [];
  const averageBody = averageOf(pages);
  for (let first = 0; first < pages.length; first += pagesASegment) {
    const some = pages.slice(first, first + pagesASegment);
    const analyser = new PageAnalyser({ averageBody });
    built.push(
      await buildSegment(
        some.map((page, index) => ({
          id: BigInt(first + index),
          minutes: Math.floor((page.publishedAt ?? page.firstSeenAt ?? NOW).getTime() / MINUTE_MS),
          analysed: analyser.analyse(pageToAnalyse(page), page.text ?? ''),
        })),
      ),
    );
  }
  const segments = built.map(openSegment);
  const planWithRelated = (asked: IndexQuery): IndexPlan => {
    const plan = planQuery(asked, NOW);
    const named = plan.related.map(parseSite);
    const page = pages.find(({ url = '' }) => named.some((site) => isOnSite(url, site)));
    if (page?.url === undefined) return plan;
    const impacts = impactsByTerm(analysePage(pageToAnalyse(page), page.text ?? '', { averageBody }));
    return withRelated(
      plan,
      page.url,
      heaviestTerms(impacts, (term) => rarityIn(segments, term)),
    );
  };
  return {
    segments: built,
    search(text, given = {}) {
      const asked: IndexQuery = {
        query: parseSearchQuery(text),
        source: 'web',
        limit: 10,
        includeHosts: [],
        excludeHosts: [],
        categories: [],
        isByDate: false,
        hasPassages: true,
        ...given,
      };
      const plan = planWithRelated(asked);
      const { best, rarities } = findCandidates(segments, plan, CANDIDATES);
      const ranker = createPageRanker(plan, asked, { rarities, averageBody });
      ranker.add(
        best.map((candidate) => {
          const id = pageIdAt(built[candidate.segment]!.pageIds, candidate.ordinal);
          return toCandidatePage(pages[id]!, candidate);
        }),
      );
      return ranker.hits();
    },
  };
}

function openSegment({ pages, pageIds, times, blocks }: BuiltSegment): SearchedSegment {
  const known = new Map<string, Postings | undefined>();
  return {
    pages,
    times: Uint32Array.from({ length: pages }, (_, ordinal) => times.readUInt32LE(ordinal * 4)),
    usualImpacts: usualImpactsOf(pageIds),
    lookUp(term) {
      if (!known.has(term)) {
        const block = blockOf(blocks, term);
        known.set(term, block && findPostings(block.data, term));
      }
      return known.get(term);
    },
  };
}

function toCandidatePage(page: PageInMemory, candidate: CandidatePage['candidate']): CandidatePage {
  const { text = '', firstSeenAt = NOW, imageUrl, ...fields } = page;
  return { ...pageToAnalyse(fields), text, firstSeenAt, imageUrl, simhash: simhashOf(text), candidate };
}

function averageOf(pages: readonly PageInMemory[]): number {
  const words = pages.reduce((sum, { text = '' }) => sum + analysePage(pageToAnalyse(), text).bodyWords, 0);
  return words / Math.max(pages.length, 1);
}
