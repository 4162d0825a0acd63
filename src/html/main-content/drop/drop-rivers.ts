import type { PageEvidence } from '../classify/page-evidence.ts';
import type { Draft } from '../draft.ts';
import { findRivers, type River } from './find-rivers.ts';

/** Words of prose that remain beside the rivers of a page that tells of an article, and of one whose preview alone does. */
const PROSE_OF_ARTICLE = 50;
const PROSE_OF_PREVIEWED = 200;
/** Share of the other prose that the body of the text holds, and share of it that may stand behind a river in the body. */
const BODY_SHARE = 0.6;
const PROSE_BEHIND = 0.1;
/** Words beside a river (`Latest news`, `See all`) that go with it. */
const LABEL_WORDS = 15;

const ARTICLES: readonly string[] = ['article', 'newsarticle', 'reportagenewsarticle', 'blogposting'];
/** The class that publishing software gives the body of a page with one post. */
const POST = /\bsingle-post\b/;

/**
 * Takes out rivers of other stories before, beside and behind an article: however much they hold on a page that tells
 * machines what it is, less than the text where only its preview (`og:type`) calls it one.
 */
export function dropRivers(draft: Draft, evidence: PageEvidence): void {
  const { tree, removals, measures, title } = draft;
  if (title.node < 0 || !title.isNamed || removals.ruleAbove(title.node) !== undefined) return;
  const isArticle = tellsOfArticle(evidence);
  if (!isArticle && evidence.ogType !== 'article') return;
  const rivers = findRivers(draft, evidence.host.join('.'));
  if (rivers.length === 0) return;
  const proseBefore = sumProseOutside(draft, rivers);
  if (!isTextEnough(rivers, proseBefore[tree.length]!, isArticle)) return;
  const body = bodyOf(draft, proseBefore);
  for (const river of rivers) {
    if ((river.isOfPosts && !isArticle) || !isBeside(draft, river, proseBefore, body)) continue;
    const cause = river.stories[0]!;
    for (const node of withLabels(draft, river.stories)) removals.remove(node, 'river', measures, { cause });
  }
}

/** Whether a text is left when all rivers are out. */
function isTextEnough(rivers: readonly River[], left: number, isArticle: boolean): boolean {
  if (isArticle) return left >= PROSE_OF_ARTICLE;
  const inRivers = rivers.reduce((sum, { prose }) => sum + prose, 0);
  return left >= PROSE_OF_PREVIEWED && left >= inRivers;
}

/** Whether a river is not a part of the text: it stands outside of its body, above the title, or at the end. */
function isBeside(
  { tree, title }: Draft,
  { stories }: River,
  proseBefore: Float32Array,
  body: number,
): boolean {
  const [first, last] = [stories[0]!, stories[stories.length - 1]!];
  if (first < body || first >= tree.end[body]! || last < title.node) return true;
  const left = proseBefore[tree.length]!;
  return left - proseBefore[first]! <= PROSE_BEHIND * left;
}

function tellsOfArticle({ schemaTypes, metaNames, bodyNames }: PageEvidence): boolean {
  return (
    metaNames.has('article:published_time') ||
    ARTICLES.some((name) => schemaTypes.has(name)) ||
    POST.test(bodyNames)
  );
}

/** Words of prose outside rivers before each node, and after the last one. */
function sumProseOutside({ tree, measures }: Draft, rivers: readonly River[]): Float32Array {
  const isStory = new Uint8Array(tree.length);
  for (const { stories } of rivers) for (const story of stories) isStory[story] = 1;
  const before = new Float32Array(tree.length + 1);
  let prose = 0;
  let until = 0;
  for (let node = 0; node < tree.length; node++) {
    before[node] = prose;
    if (isStory[node] !== 0) until = tree.end[node]!;
    if (node >= until && measures.words[node] !== 0) prose += measures.own.proseWords[node]!;
  }
  before[tree.length] = prose;
  return before;
}

/** The smallest block that holds most of the prose outside rivers. */
function bodyOf({ tree }: Draft, proseBefore: Float32Array): number {
  const least = BODY_SHARE * proseBefore[tree.length]!;
  let body = 0;
  for (let child = 1; child < tree.end[body]!;) {
    if (proseBefore[tree.end[child]!]! - proseBefore[child]! < least) {
      child = tree.end[child]!;
    } else {
      body = child;
      child++;
    }
  }
  return body;
}

/** The largest block that holds the stories and hardly more; else the stories. */
function withLabels({ tree, measures, title }: Draft, stories: readonly number[]): readonly number[] {
  const words = stories.reduce((sum, story) => sum + measures.words[story]!, 0);
  let block = -1;
  for (let above = tree.parent[stories[0]!]!; above > 0; above = tree.parent[above]!) {
    if (measures.words[above]! > words + LABEL_WORDS) break;
    if (above <= title.node && title.node < tree.end[above]!) break;
    block = above;
  }
  return block < 0 ? stories : [block];
}
