import * as T from '../../tags.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';

/** A block is frame when it stands on this share of the other pages. */
const FRAME_SHARE = 0.6;
/** A block goes with all in it when this share of its words is frame. */
const BLOCK_SHARE = 0.9;
/** Fewer words are a label ("Ingredients", "Returns"), which a template puts before content. */
const LEAST_WORDS = 8;
/** A page that says more than this share of what others say is a copy of one of them, and keeps its text. */
const MOST_OF_PAGE = 0.4;

/** Parts of tables and of lists of terms leave a hole; code repeats on purpose. */
const NEVER: ReadonlySet<number> = new Set([
  T.TR,
  T.TD,
  T.TH,
  T.THEAD,
  T.TBODY,
  T.TFOOT,
  T.CAPTION,
  T.DT,
  T.DD,
  T.FIGCAPTION,
  T.PRE,
  T.CODE,
  T.BODY,
  T.HTML,
  T.MAIN,
]);
/** Blocks that a text is made of: between paragraphs that no other page has they are taken for part of it. */
const TEXT_PARTS: ReadonlySet<number> = new Set([T.P, T.LI, T.BLOCKQUOTE, T.UL, T.OL, T.DL, T.TABLE]);

/** Takes out blocks that stand on most other pages of the template, with headings that stand over nothing then. */
export function dropSiteFrame(draft: Draft, others: Uint8Array, pages: number): void {
  const { measures, removals } = draft;
  const least = Math.ceil(FRAME_SHARE * pages);
  const text = findUniqueText(draft, others);
  if (text === undefined) return;
  const frame = findFrame(draft, { words: sumFrameWords(draft, others, least), text });
  const words = frame.reduce((sum, node) => sum + measures.words[node]!, 0);
  if (words > MOST_OF_PAGE * measures.words[0]!) return;
  for (const node of frame) removals.remove(node, 'site frame', measures);
  for (const heading of findBareHeadings(draft, frame, (node) => others[node]! >= least))
    removals.remove(heading, 'site frame', measures);
}

/** From the first to the last paragraph that no other page has. */
interface TextSpan {
  readonly first: number;
  readonly last: number;
}

function findUniqueText({ measures, tree, title }: Draft, others: Uint8Array): TextSpan | undefined {
  const unique = measures.filled.filter(
    (node) => measures.words[node] !== 0 && measures.own.proseWords[node] !== 0 && others[node] === 0,
  );
  if (unique.length === 0) return undefined;
  const first = unique[0]!;
  // Between the title and the text stands nothing but what belongs to it.
  const start = title.node > 0 && title.node < first && measures.words[title.node] !== 0 ? title.node : first;
  return { first: start, last: tree.end[unique.at(-1)!]! - 1 };
}

/** Words of each subtree that stand on most other pages. */
function sumFrameWords({ tree, measures }: Draft, others: Uint8Array, least: number): Float32Array {
  const words = new Float32Array(tree.length);
  for (let at = measures.filled.length - 1; at >= 0; at--) {
    const node = measures.filled[at]!;
    if (measures.words[node] === 0) continue;
    if (others[node]! >= least) words[node]! += measures.own.words[node]!;
    if (node > 0) words[tree.parent[node]!]! += words[node]!;
  }
  return words;
}

interface FrameEvidence {
  readonly words: Float32Array;
  readonly text: TextSpan;
}

/** The largest blocks that are frame, in document order. */
function findFrame({ tree, measures, title }: Draft, { words, text }: FrameEvidence): number[] {
  const frame: number[] = [];
  for (let node = 1; node < tree.length;) {
    if (words[node]! < LEAST_WORDS || measures.words[node] === 0) {
      node = tree.end[node]!;
      continue;
    }
    const tag = tree.tag[node]!;
    const isFrame =
      words[node]! >= BLOCK_SHARE * measures.words[node]! &&
      !NEVER.has(tag) &&
      (elementClass(tag) & HEADING) === 0 &&
      !(node <= title.node && title.node < tree.end[node]!) &&
      !(text.first < node && node < text.last && TEXT_PARTS.has(tag));
    if (isFrame) frame.push(node);
    node = isFrame ? tree.end[node]! : node + 1;
  }
  return frame;
}

/** Headings of the frame whose section has gone: a heading of no lower rank comes next, or nothing. */
function findBareHeadings(
  { tree, measures, title }: Draft,
  frame: readonly number[],
  isFrame: (node: number) => boolean,
): number[] {
  const bare: number[] = [];
  let isNextGone = false;
  // The end of the page ends every section.
  let nextKeptTag: number = T.H1;
  let at = frame.length - 1;
  for (const node of measures.filled.toReversed()) {
    if (measures.own.words[node] === 0 || measures.words[node] === 0) continue;
    while (at >= 0 && frame[at]! > node) at--;
    const isGone = at >= 0 && node < tree.end[frame[at]!]!;
    const tag = tree.tag[node]!;
    const isHeading = (elementClass(tag) & HEADING) !== 0;
    if (!isGone && isHeading && isFrame(node) && node !== title.node && isNextGone && nextKeptTag <= tag) {
      bare.push(node);
      isNextGone = true;
      continue;
    }
    isNextGone = isGone;
    if (!isGone) nextKeptTag = isHeading ? tag : Number.MAX_SAFE_INTEGER;
  }
  return bare;
}
