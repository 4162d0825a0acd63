import { isNearDuplicate } from '../../text/words/simhash.ts';
import { passesRow } from './check-row.ts';
import { freshness, type PageCandidate } from '../segments/find-candidates.ts';
import type { IndexPlan } from '../index-plan.ts';
import type { IndexedImage, IndexedPage } from '../indexed-page.ts';
import { pickImages } from './pick-images.ts';
import { createRescorer, type PageReading, type PageTexts, type RescoreOptions } from './rescore.ts';
import type { IndexHit, IndexQuery } from '../search-index.ts';
import { firstSentences, makeSnippet } from './snippet.ts';

/** A candidate with what is kept of its page. */
export interface CandidatePage
  extends
    PageTexts,
    Pick<IndexedPage, 'language' | 'fileType' | 'images' | 'imageUrl' | 'simhash' | 'publishedAt'> {
  readonly candidate: Pick<PageCandidate, 'score' | 'minutes' | 'isSuspect'>;
  readonly firstSeenAt: Date;
}

/** Orders candidates by what their texts say. */
export interface PageRanker {
  /** Reads candidates; the best come first. */
  add(pages: readonly CandidatePage[]): void;
  /** How many of them are results. */
  readonly found: number;
  /** The results, best first or newest first, without copies of others, as many as were asked for. */
  hits(): IndexHit[];
}

interface RankedPage {
  readonly page: CandidatePage;
  readonly reading: PageReading;
  readonly score: number;
  /** The pictures that were found, where pictures are looked for. */
  readonly images: readonly IndexedImage[];
}

/** The part of exact and neighbouring words beside the score of the index. */
const TEXT_SHARE = 0.5;

/** Makes a ranker of the pages that `findCandidates` gave for a plan. */
export function createPageRanker(
  plan: IndexPlan,
  asked: Pick<IndexQuery, 'source' | 'limit' | 'isByDate' | 'hasPassages'>,
  options: RescoreOptions,
): PageRanker {
  const readPage = createRescorer(plan, options);
  const isOfImages = asked.source === 'images';
  const ranked: RankedPage[] = [];
  return {
    get found() {
      return ranked.reduce((sum, { images }) => sum + (isOfImages ? images.length : 1), 0);
    },
    add(pages) {
      for (const page of pages) {
        if (!passesRow(plan.rowChecks, page)) continue;
        const { score, minutes, isSuspect } = page.candidate;
        const reading = readPage(page, isSuspect);
        if (!reading.isWanted) continue;
        const images = isOfImages ? pickImages(page.images, plan, options.rarities) : [];
        if (isOfImages && images.length === 0) continue;
        const bonus = TEXT_SHARE * reading.bonus * freshness(plan.freshAt, minutes);
        ranked.push({ page, reading, score: score + bonus, images });
      }
    },
    hits() {
      const ordered = ranked.toSorted(asked.isByDate ? byDate : byScore);
      const hits: IndexHit[] = [];
      const kept: RankedPage[] = [];
      for (const one of ordered) {
        if (hits.length >= asked.limit) break;
        if (kept.some(({ page }) => isNearDuplicate(page.simhash, one.page.simhash))) continue;
        kept.push(one);
        hits.push(...hitsOf(one));
      }
      return hits.slice(0, asked.limit);
    },
  };

  function hitsOf({ page, reading, score, images }: RankedPage): IndexHit[] {
    const { url, title, publishedAt, firstSeenAt, language, fileType, imageUrl } = page;
    const description = describePage(page, reading, asked.hasPassages);
    const hit = { url, title, description, score, publishedAt, firstSeenAt, language, fileType, imageUrl };
    return isOfImages ? images.map((image) => ({ ...hit, image })) : [hit];
  }
}

/** The page's own description, unless a passage of its text has more words of the query. */
function describePage(page: PageTexts, reading: PageReading, hasPassages: boolean): string {
  const { description, text } = page;
  const { window, wordsInDescription } = reading;
  const isOwnBest = window === undefined || !hasPassages || wordsInDescription >= window.words;
  if (isOwnBest && description !== '') return firstSentences(description);
  return window === undefined || !hasPassages ? firstSentences(text) : makeSnippet(text, window);
}

function byScore(left: RankedPage, right: RankedPage): number {
  return right.score - left.score || right.page.candidate.minutes - left.page.candidate.minutes;
}

function byDate(left: RankedPage, right: RankedPage): number {
  return right.page.candidate.minutes - left.page.candidate.minutes || right.score - left.score;
}
