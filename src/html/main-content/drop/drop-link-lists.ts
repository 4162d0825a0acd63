import * as T from '../../tags.ts';
import type { Draft } from '../draft.ts';
import { BLOCK, elementClass, HEADING } from '../measure/element-classes.ts';
import { ListsAmongProse } from './lists-among-prose.ts';
import { isHeadOfPost, isHeadOfText, isInPreview, listsFeatures, lookLikePosts } from './lists-of-content.ts';

export interface LinkListLimits {
  /** Share of an element's words that must be links. */
  readonly density: number;
  /** Share of the page's prose that it may hold. */
  readonly prose: number;
  /** When the lists hold more than this share of the words in all, links are what the page is about. */
  readonly total: number;
  /** Links of more words each are cards that say something. */
  readonly linkWords?: number;
  /** Blocks with a heading of their own are parts of the text. */
  readonly mayHaveHeading?: boolean;
  /** Links of a sign and a label are features of what the page is about. */
  readonly mayBeFeatures?: boolean;
  /** A block that looks like others with prose is a post like them. */
  readonly mayBePost?: boolean;
}

/** Without these a table has a hole. */
const TABLE_PARTS: ReadonlySet<number> = new Set([T.THEAD, T.TBODY, T.TFOOT, T.TR, T.TD, T.TH, T.PRE]);

/** Takes out blocks that are mostly links: what to read next, tag clouds, menus without a name. */
export function dropLinkLists(draft: Draft, limits: LinkListLimits, host: string): void {
  const { tree, measures, removals } = draft;
  const found: number[] = [];
  let words = 0;
  let until = 1;
  for (const node of measures.filled) {
    if (node < until || !isLinkList(draft, node, limits)) continue;
    found.push(node);
    words += measures.words[node]!;
    until = tree.end[node]!;
  }
  if (words > limits.total * measures.words[0]!) return;
  if (found.length === 0) return;
  const amongProse = new ListsAmongProse(draft, host);
  const posts = limits.mayBePost === true ? lookLikePosts(draft, found) : undefined;
  const isContent = (node: number): boolean =>
    amongProse.has(node, limits.mayHaveHeading === true) ||
    amongProse.namesProperties(node) ||
    isHeadOfText(draft, node) ||
    (limits.mayBeFeatures === true && listsFeatures(draft, node)) ||
    posts?.has(node) === true ||
    (posts !== undefined && (isHeadOfPost(draft, node) || isInPreview(draft, node)));
  for (const node of found) if (!isContent(node)) removals.remove(node, 'link list', measures);
}

function isLinkList({ tree, measures }: Draft, node: number, limits: LinkListLimits): boolean {
  const links = measures.links[node]!;
  const linkWords = measures.linkWords[node]!;
  return (
    canBeLinkList(tree.tag[node]!) &&
    links >= 2 &&
    linkWords > limits.density * measures.words[node]! &&
    linkWords <= (limits.linkWords ?? Infinity) * links &&
    measures.proseWords[node]! <= limits.prose * measures.proseWords[0]!
  );
}

/** A heading, a paragraph, an item or the head of a post may be all links and still belong to what follows. */
function canBeLinkList(tag: number): boolean {
  const bits = elementClass(tag);
  if ((bits & BLOCK) === 0 || (bits & HEADING) !== 0 || TABLE_PARTS.has(tag)) return false;
  return tag !== T.P && tag !== T.LI && tag !== T.HEADER && tag !== T.SUMMARY;
}
