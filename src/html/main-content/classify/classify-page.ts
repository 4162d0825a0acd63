import type { PageEvidence } from './page-evidence.ts';
import type { PageShape } from './page-shape.ts';
import {
  BODY_NAMES,
  GENERATORS,
  HOST_LABELS,
  PATH_SEGMENTS,
  SCHEMA_TYPES,
  type Sign,
} from './page-type-signs.ts';
import { PAGE_TYPES, type PageType } from './page-type.ts';
import { PROSE_BESIDE_COMMENTS } from './verdicts.ts';

type Scores = Record<PageType, number>;

/** More products described than this: they are goods on show, not the page's subject. */
const MANY_PRODUCTS = 4;
const MANY_ENTRIES = 12;
/** So many headlines that lead on are those of a front page, unless the page calls itself an article. */
const MANY_HEADLINES = 15;
const ARTICLE = 2.5;
/** Comments that hold this share of the prose are what the page is for, whatever its address says. */
const NEARLY_ALL = 0.9;
/** The same where an address or a name speaks for a forum already. */
const MOST = 0.8;
const MOSTLY_PROSE = 0.6;

/** The likeliest type of the page: what it says of itself first, its shape where that is silent. */
export function classifyPage(evidence: PageEvidence, shape: PageShape): PageType {
  // An article when nothing speaks for anything: its rules fit most pages.
  const scores: Scores = {
    article: 0.5,
    documentation: 0,
    service: 0,
    forum: 0,
    collection: 0,
    listing: 0,
    product: 0,
  };
  addSchemaTypes(evidence.schemaTypes, scores);
  addOpenGraph(evidence, scores);
  addPath(evidence.path, scores);
  addSigns([evidence.generator], GENERATORS, scores);
  addSigns(evidence.host, HOST_LABELS, scores);
  addBodyNames(evidence.bodyNames, scores);
  addShape(shape, scores);
  addHeadlines(shape, scores);
  return PAGE_TYPES.reduce((best, type) => (scores[type] > scores[best] ? type : best));
}

function addSigns(values: readonly string[], signs: readonly Sign[], scores: Scores): void {
  for (const value of values) {
    for (const [pattern, type, points] of signs) if (pattern.test(value)) scores[type] += points;
  }
}

function addSchemaTypes(schemaTypes: ReadonlyMap<string, number>, scores: Scores): void {
  for (const [name, count] of schemaTypes) {
    const found = SCHEMA_TYPES.get(name);
    if (found !== undefined) scores[found[0]] += found[1];
    if ((name === 'product' || name === 'listitem') && count > MANY_ENTRIES) scores.collection += 3;
    if (name === 'product' && count > MANY_PRODUCTS) scores.product -= 3;
  }
}

function addOpenGraph({ ogType, metaNames }: PageEvidence, scores: Scores): void {
  if (ogType === 'article' || ogType === 'blog') scores.article += 2;
  else if (ogType === 'product.group') scores.collection += 5;
  else if (/^(?:og:)?product/.test(ogType)) scores.product += 5;
  else if (ogType === 'website') scores.service += 0.5;
  if (metaNames.has('article:published_time')) scores.article += 2;
  if (metaNames.has('product:price:amount') || metaNames.has('og:price:amount')) scores.product += 4;
}

function addPath(path: readonly string[] | undefined, scores: Scores): void {
  if (path === undefined) return;
  addSigns(path, PATH_SEGMENTS, scores);
  const last = path.at(-1);
  if (last === undefined) {
    // A home page.
    scores.article -= 3;
    scores.service += 1.5;
    scores.listing += 1;
  } else if (last.split('-').length >= 5) {
    // A headline turned into an address.
    scores.article += 1.5;
    scores.listing -= 1;
    scores.collection -= 1;
    scores.service -= 1;
  }
}

/** The first sign found counts: they are ordered from special to general. */
function addBodyNames(names: string, scores: Scores): void {
  const found = BODY_NAMES.find(([pattern]) => pattern.test(names));
  if (found === undefined) return;
  scores[found[1]] += found[2];
  if (found[1] === 'service') scores.article -= 1;
}

function addShape(shape: PageShape, scores: Scores): void {
  const { prose, comments, proseShare, linkShare, codeShare, prices, cards, cardShare } = shape;
  if (comments > 0.5 * prose && prose - comments < PROSE_BESIDE_COMMENTS)
    scores.forum +=
      comments > (scores.forum > 0 ? MOST : NEARLY_ALL) * prose && proseShare > MOSTLY_PROSE ? 7 : 4;
  addProse(proseShare, scores);
  if (codeShare > 0.05) scores.documentation += 1.5;
  if (linkShare > 0.4) scores.listing += 1.5;
  else if (linkShare > 0.25) scores.listing += 0.5;
  if (cards >= 6 && cardShare > 0.3) {
    scores.listing += 1;
    scores.collection += 1;
    scores.article -= 1;
  }
  if (prices >= 10 && proseShare < 0.6) scores.collection += prices >= 24 ? 3 : 2;
}

function addHeadlines({ headlines, prices }: PageShape, scores: Scores): void {
  if (headlines >= MANY_HEADLINES && prices < headlines / 2 && scores.article < ARTICLE) scores.listing += 3;
}

function addProse(share: number, scores: Scores): void {
  if (share > 0.75) scores.article += 2;
  else if (share > 0.6) scores.article += 1;
  else if (share < 0.35) scores.article -= 1.5;
  if (share > 0.25 && share < 0.75) scores.service += 1;
}
