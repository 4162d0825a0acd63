import { partitionPoint } from '../../../lib/partition-point.ts';
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
  const { removals, measures, title } = draft;
  if (title.node < 0 || !title.isNamed || removals.ruleAbove(title.node) !== undefined) return;
  const isArticle = tellsOfArticle(evidence);
  if (!isArticle && evidence.ogType !== 'article') return;
  const rivers = findRivers(draft, evidence.host.join('.'));
  if (rivers.length === 0) return;
  const prose = new ProseOutside(draft, rivers);
  if (!isTextEnough(rivers, prose.total, isArticle)) return;
  const body = bodyOf(draft, prose);
  for (const river of rivers) {
    if ((river.isOfPosts && !isArticle) || !isBeside(draft, river, prose, body)) continue;
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
function isBeside({ tree, title }: Draft, { stories }: River, prose: ProseOutside, body: number): boolean {
  const [first, last] = [stories[0]!, stories[stories.length - 1]!];
  if (first < body || first >= tree.end[body]! || last < title.node) return true;
  return prose.total - prose.before(first) <= PROSE_BEHIND * prose.total;
}

function tellsOfArticle({ schemaTypes, metaNames, bodyNames }: PageEvidence): boolean {
  return (
    metaNames.has('article:published_time') ||
    ARTICLES.some((name) => schemaTypes.has(name)) ||
    POST.test(bodyNames)
  );
}

/** The prose of a page that stands outside rivers. */
class ProseOutside {
  readonly total: number;
  readonly #nodes: Int32Array;
  /** Words of prose before each of the nodes that hold anything. */
  readonly #before: Float32Array;

  constructor({ tree, measures: { own, words, filled } }: Draft, rivers: readonly River[]) {
    const stories = rivers.flatMap((river) => river.stories);
    const before = new Float32Array(filled.length);
    let prose = 0;
    let until = 0;
    let next = 0;
    for (let at = 0; at < filled.length; at++) {
      const node = filled[at]!;
      before[at] = prose;
      if (node === stories[next]) until = tree.end[stories[next++]!]!;
      if (node >= until && words[node] !== 0) prose += own.proseWords[node]!;
    }
    this.total = prose;
    this.#nodes = filled;
    this.#before = before;
  }

  /** Words of prose before a node, or before the end of all. */
  before(node: number): number {
    const nodes = this.#nodes;
    const at = partitionPoint(nodes.length, (place) => nodes[place]! < node);
    return this.#before[at] ?? this.total;
  }
}

/** The smallest block that holds most of the prose outside rivers. */
function bodyOf({ tree }: Draft, prose: ProseOutside): number {
  const least = BODY_SHARE * prose.total;
  let body = 0;
  for (let child = 1; child < tree.end[body]!;) {
    if (prose.before(tree.end[child]!) - prose.before(child) < least) {
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
