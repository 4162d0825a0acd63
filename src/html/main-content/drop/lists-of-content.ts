import * as T from '../../tags.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';

/** A feature is a picture with so many words. */
const FEATURE_WORDS = 4;
/** Fewer are the picture and the name of one thing. */
const LEAST_FEATURES = 3;

/** Words of the head of a post, and the share of sentences in what it says. */
const HEAD_WORDS = 24;
const HEAD_PROSE = 0.6;
/** A block lies so deep in a quote or a preview at most. */
const PREVIEW_DEPTH = 4;

/** Whether a block is nothing but the headings of what follows it: a rank and the name of a pick, say. */
export function isHeadOfText({ tree, measures }: Draft, block: number): boolean {
  let words = 0;
  for (let node = block + 1; node < tree.end[block]!;) {
    const isHeading = (elementClass(tree.tag[node]!) & HEADING) !== 0;
    if (isHeading) words += measures.words[node]!;
    node = isHeading ? tree.end[node]! : node + 1;
  }
  return words === measures.words[block]! && tree.tag[nextShown({ tree, measures }, block)] === T.P;
}

/** Whether a few words stand right above the sentences of a post, in one block with them: its subject, its date. */
export function isHeadOfPost({ tree, measures }: Draft, block: number): boolean {
  if (measures.words[block]! > HEAD_WORDS) return false;
  const next = nextShown({ tree, measures }, block);
  return (
    next > 0 &&
    measures.proseWords[next]! >= HEAD_PROSE * measures.words[next]! &&
    measures.proseWords[next]! > 0
  );
}

/** Whether a block is or lies in a quote, or the preview of a page that a post names. */
export function isInPreview({ tree }: Draft, block: number): boolean {
  let above = block;
  for (let level = 0; above > 0 && level < PREVIEW_DEPTH; level++) {
    if (tree.tag[above] === T.ASIDE || tree.tag[above] === T.BLOCKQUOTE) return true;
    above = tree.parent[above]!;
  }
  return false;
}

/** The next sibling that holds words; 0 when there is none. */
function nextShown({ tree, measures }: Pick<Draft, 'tree' | 'measures'>, block: number): number {
  const until = tree.end[tree.parent[block]!]!;
  for (let node = tree.end[block]!; node < until; node = tree.end[node]!)
    if (measures.words[node] !== 0) return node;
  return 0;
}

/** Whether the links of a block are features of a thing: each a sign and a label of a few words. */
export function listsFeatures({ tree, measures }: Draft, block: number): boolean {
  let features = 0;
  for (let node = block + 1; node < tree.end[block]!;) {
    if (tree.tag[node] !== T.A) {
      node++;
      continue;
    }
    const words = measures.words[node]!;
    if (words > 0 && measures.media[node] === 1 && measures.prices[node] === 0) {
      if (words > FEATURE_WORDS) return false;
      features++;
    }
    node = tree.end[node]!;
  }
  return features >= LEAST_FEATURES && features >= measures.links[block]! / 2;
}

/** The blocks with an id that look like others that hold prose: posts, of which one may be links alone. */
export function lookLikePosts({ tree, measures }: Draft, blocks: readonly number[]): ReadonlySet<number> {
  const looks = new Map<string, number[]>();
  for (const block of blocks) {
    const look = lookOf(tree, block);
    if (look === '') continue;
    const alike = looks.get(look);
    if (alike === undefined) looks.set(look, [block]);
    else alike.push(block);
  }
  const posts = new Set<number>();
  if (looks.size === 0) return posts;
  const asked = new Set(blocks);
  for (const node of measures.filled) {
    if (measures.proseWords[node] === 0 || asked.has(node)) continue;
    const look = lookOf(tree, node);
    for (const block of looks.get(look) ?? []) posts.add(block);
    looks.delete(look);
  }
  return posts;
}

/** The class of a block with an id, else its id without the number. */
function lookOf(tree: Draft['tree'], node: number): string {
  const id = tree.hasAttributes(node) ? tree.attribute(node, 'id') : undefined;
  if (id === undefined) return '';
  return `${tree.tag[node]} ${tree.attribute(node, 'class') ?? id.replace(/\d+/g, '')}`;
}
