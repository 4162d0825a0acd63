import { decompressZstd } from '../../lib/bytes/compress.ts';
import { statement, type Queryable } from '../../store/database.ts';
import { analysePage, impactsByTerm, type PageToAnalyse } from '../segments/analyse-page.ts';
import { rarityIn } from '../segments/find-candidates.ts';
import type { SegmentStore } from '../segments/held-segments.ts';
import type { IndexPlan } from '../index-plan.ts';
import { heaviestTerms, withRelated } from './related-pages.ts';

/** Terms of a page whose rarity is looked up: those that count most in it. */
const MOST_TERMS = 80;

const FIND_PAGE = statement(
  'search_page_related',
  `select url, title, description, headings, link_text as "linkText", images, text from search_page
   where team_id = $1 and url_key = any($2::bytea[]) limit 1`,
);

export interface RelatedParts {
  db: Queryable;
  store: SegmentStore;
  /** Gives the key that pages of an address have in `search_page`. */
  urlKey: (url: URL) => Buffer;
}

type RelatedRow = Pick<
  PageToAnalyse,
  'url' | 'title' | 'description' | 'headings' | 'linkText' | 'images'
> & { text: Buffer };

/** Makes a plan look for what the pages that `related:` names are about; undefined when the team has none of them. */
export async function planRelated(
  { db, store, urlKey }: RelatedParts,
  teamId: string,
  plan: IndexPlan,
): Promise<IndexPlan | undefined> {
  let wider = plan;
  for (const value of plan.related) {
    const { rows } = await db.query<RelatedRow>(FIND_PAGE, [teamId, addressesOf(value).map(urlKey)]);
    const [row] = rows;
    if (row === undefined) continue;
    const nothing = { language: undefined, pageType: undefined, fileType: undefined, publishedAt: undefined };
    const text = (await decompressZstd(row.text)).toString();
    const impacts = impactsByTerm(analysePage({ ...row, ...nothing }, text));
    const most = new Map([...impacts].toSorted(([, one], [, other]) => other - one).slice(0, MOST_TERMS));
    const { segments } = await store.hold(teamId, [...most.keys()]);
    const terms = heaviestTerms(most, (term) => rarityIn(segments, term));
    wider = withRelated(wider, row.url, terms);
  }
  return plan.related.length > 0 && wider === plan ? undefined : wider;
}

/** Addresses that people mean by one without a scheme. */
function addressesOf(value: string): URL[] {
  const bare = value.replace(/^https?:\/\//i, '');
  return [bare, `www.${bare}`].flatMap((address) =>
    ['https://', 'http://'].flatMap((scheme) => URL.parse(scheme + address) ?? []),
  );
}
