import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';
import { announcesOthers, announcesSideSection, LONGEST_ANNOUNCEMENT } from './side-section-headings.ts';

/** A section that holds more than this share of the page's prose or words is content, whatever its heading says. */
const PROSE_SHARE = 0.3;
const WORD_SHARE = 0.4;
/** A section of so many words with fewer links, and without teasers, says something of its own. */
const LEAST_WORDS = 20;
const FEW_LINKS = 0.2;
/** The same for paragraphs and lists, and the share of sentences in them. */
const TEXT_LINKS = 0.35;
const TEXT_PROSE = 0.75;

const OF_AUTHOR = /^\s*about the authors?\s*$/i;
const TEXTS: ReadonlySet<number> = new Set([T.P, T.UL, T.OL, T.DL, T.BLOCKQUOTE]);

/** Takes out sections whose heading says that they stand beside the content; `ofProduct`: it is described by its author too. */
export function dropSideSections(draft: Draft, ofProduct: boolean): void {
  const { tree, measures, removals } = draft;
  let wordsBefore: Float32Array | undefined;
  let until = 1;
  for (const node of measures.filled) {
    if (node < until || measures.words[node] === 0) continue;
    if (removals.mask[node] !== 0) {
      until = tree.end[node]!;
    } else if (isAnnouncement(draft, node) && !(ofProduct && OF_AUTHOR.test(textOf(tree, node)))) {
      wordsBefore ??= countWordsBefore(draft);
      const section = sectionOf(draft, node, wordsBefore);
      if (fits(draft, section) && !isOwnText(draft, node, section))
        for (const part of section) removals.remove(part, 'announced', measures, { cause: node });
      until = tree.end[node]!;
    }
  }
}

/** Links lead to what is related, recommended or next: a section with hardly one tells it itself. */
function isOwnText({ tree, measures }: Draft, heading: number, section: readonly number[]): boolean {
  if (!announcesOthers(textOf(tree, heading))) return false;
  let words = -measures.words[heading]!;
  let linkWords = 0;
  let prose = 0;
  for (const part of section) {
    words += measures.words[part]!;
    linkWords += measures.linkWords[part]!;
    if (TEXTS.has(tree.tag[part]!)) prose += measures.proseWords[part]!;
    if (hasOwnHeading(tree, part, heading)) return false;
  }
  const isText = section.length > 2 && prose >= TEXT_PROSE * words;
  return words >= LEAST_WORDS && linkWords <= (isText ? TEXT_LINKS : FEW_LINKS) * words;
}

/** Teasers have headings of their own. */
function hasOwnHeading(tree: Tree, part: number, heading: number): boolean {
  for (let node = part; node < tree.end[part]!; node++) {
    if (node !== heading && (elementClass(tree.tag[node]!) & HEADING) !== 0) return true;
  }
  return false;
}

function textOf(tree: Tree, heading: number): string {
  let text = '';
  for (let node = heading + 1; node < tree.end[heading]!; node++) {
    if (tree.tag[node] === T.TEXT) text += tree.text(node);
  }
  return text;
}

/** A heading around another one announces nothing: so each node is looked at for one heading only. */
function isAnnouncement({ tree, measures }: Draft, node: number): boolean {
  const tag = tree.tag[node]!;
  if ((elementClass(tag) & HEADING) === 0 || tag === T.H1) return false;
  if (measures.words[node]! > LONGEST_ANNOUNCEMENT) return false;
  let text = '';
  for (let inside = node + 1; inside < tree.end[node]!; inside++) {
    const kind = tree.tag[inside]!;
    if (kind === T.TEXT) text += tree.text(inside);
    else if ((elementClass(kind) & HEADING) !== 0) return false;
  }
  return announcesSideSection(text);
}

/** The largest block that begins with the heading; else the heading and all up to the next one of its rank. */
function sectionOf(draft: Draft, heading: number, wordsBefore: Float32Array): number[] {
  const { tree, measures, removals } = draft;
  const { parent, end } = tree;
  let block = heading;
  while (parent[block]! > 0 && wordsBefore[block] === wordsBefore[parent[block]! + 1]) {
    if (!fits(draft, [parent[block]!])) break;
    block = parent[block]!;
  }
  if (measures.words[block]! > measures.words[heading]!) return [block];
  const section = [block];
  for (let next = end[block]!; next < end[parent[block]!]!; next = end[next]!) {
    if (removals.mask[next] !== 0) continue;
    if (holdsHeading(draft, next, tree.tag[heading]!)) break;
    section.push(next);
  }
  return section;
}

function fits({ tree, measures, title }: Draft, section: readonly number[]): boolean {
  let prose = 0;
  let words = 0;
  for (const node of section) {
    if (node <= title.node && title.node < tree.end[node]!) return false;
    prose += measures.proseWords[node]!;
    words += measures.words[node]!;
  }
  return prose <= PROSE_SHARE * measures.proseWords[0]! && words <= WORD_SHARE * measures.words[0]!;
}

/** `lowest`: tag of the heading of lowest rank that counts. */
function holdsHeading({ tree, measures }: Draft, node: number, lowest: number): boolean {
  for (let inside = node; inside < tree.end[node]!; inside++) {
    const tag = tree.tag[inside]!;
    if ((elementClass(tag) & HEADING) !== 0 && tag <= lowest && measures.words[inside]! > 0) return true;
  }
  return false;
}

/** Words that blocks before each node hold themselves: two nodes with the same number have none between them. */
function countWordsBefore({ tree, measures }: Draft): Float32Array {
  const before = new Float32Array(tree.length);
  let words = 0;
  for (let node = 0; node < tree.length; node++) {
    before[node] = words;
    if (measures.words[node] !== 0) words += measures.own.words[node]!;
  }
  return before;
}
