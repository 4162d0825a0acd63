import * as T from '../tags.ts';
import type { Tree } from '../tree.ts';
import { isHidden } from './measure/is-hidden.ts';
import type { PageMeasures } from './measure/page-measures.ts';

export interface MainHeading {
  /** The heading that is the page's title; -1 when there is none. */
  readonly node: number;
  /** The page has no other h1. When it has several, and names none of them its title, the first may as well be a logo. */
  readonly isOnly: boolean;
  /** It says what the page's `title` or `og:title` says. */
  readonly isNamed: boolean;
}

/** Titles and headings are compared so far, and headings are read through so many nodes. */
const LONGEST_TITLE = 400;
const MOST_NODES = 64;
/** A heading is named by a title when the words of one are within the other, and make up this share of it. */
const NAMED_SHARE = 0.4;
const LEAST_LETTERS = 4;
/** The spaces around the words. */
const EDGES = 2;
/** Headings of the same words are looked at so far, and through so many elements around them. */
const MOST_TWINS = 8;
const MOST_LEVELS = 32;

const SIDE: ReadonlySet<number> = new Set([T.NAV, T.ASIDE, T.DIALOG, T.FOOTER, T.A]);
const SIDE_ROLE = /dialog|navigation|menu|complementary/;

/**
 * Finds the title among the headings: of all h1 and h2 the one that says what the page says of itself to machines;
 * where none does, the first h1 that has words.
 */
export function findMainHeading(tree: Tree, measures: PageMeasures): MainHeading {
  const { titles, headings } = readTitles(tree, measures);
  const first = headings.filter((node) => tree.tag[node] === T.H1);
  const named = findNamed(tree, titles, headings);
  const node = named ?? first[0] ?? -1;
  return { node, isOnly: first.length === 1 && first[0] === node, isNamed: named !== undefined };
}

interface Titles {
  /** The texts of `title` and `og:title`, as words between spaces. */
  readonly titles: readonly string[];
  /** All h1 and h2 that have words. */
  readonly headings: readonly number[];
}

function readTitles(tree: Tree, measures: PageMeasures): Titles {
  const headings: number[] = [];
  const titles: string[] = [];
  let hasTitle = false;
  for (let node = 1; node < tree.length; node++) {
    const tag = tree.tag[node];
    if (tag === T.H1 || tag === T.H2) {
      if (measures.words[node] !== 0) headings.push(node);
    } else if (tag === T.TITLE && !hasTitle && tree.namespace[node] === 0) {
      hasTitle = true;
      titles.push(spacedWords(textAt(tree, node)));
    } else if (tag === T.META && tree.attribute(node, 'property') === 'og:title') {
      titles.push(spacedWords((tree.attribute(node, 'content') ?? '').slice(0, LONGEST_TITLE)));
    }
  }
  return { titles: titles.filter((title) => title.length >= LEAST_LETTERS), headings };
}

/** The heading that has most in common with a title; h1 before h2, what stands in the page before what lies beside it. */
function findNamed(tree: Tree, titles: readonly string[], headings: readonly number[]): number | undefined {
  if (titles.length === 0) return undefined;
  let best: number[] = [];
  let most = 0;
  const shortest = NAMED_SHARE * Math.min(...titles.map(({ length }) => length));
  for (const node of headings) {
    const text = textAt(tree, node).toLowerCase();
    // Its words are no longer than that.
    if (text.length + EDGES < Math.max(most, shortest)) continue;
    const words = spacedWords(text);
    const common = Math.max(...titles.map((title) => commonLength(title, words)));
    if (common < LEAST_LETTERS || common < most) continue;
    if (common > most) best = [];
    most = common;
    if (best.length < MOST_TWINS) best.push(node);
  }
  const [first] = best;
  if (best.length <= 1) return first;
  const inPage = best.filter((node) => !liesBeside(tree, node));
  return inPage.find((node) => tree.tag[node] === T.H1) ?? inPage[0] ?? first;
}

/** Letters of the shorter one when the longer one has it, 0 when it is too small a part. */
function commonLength(title: string, heading: string): number {
  const [longer, shorter] = title.length < heading.length ? [heading, title] : [title, heading];
  return shorter.length >= NAMED_SHARE * longer.length && longer.includes(shorter) ? shorter.length : 0;
}

function liesBeside(tree: Tree, heading: number): boolean {
  let at = heading;
  for (let level = 0; at > 0 && level < MOST_LEVELS; level++) {
    if (SIDE.has(tree.tag[at]!) || isHidden(tree, at) || SIDE_ROLE.test(tree.attribute(at, 'role') ?? ''))
      return true;
    at = tree.parent[at]!;
  }
  return false;
}

function textAt(tree: Tree, node: number): string {
  const end = Math.min(tree.end[node]!, node + MOST_NODES);
  let text = '';
  for (let inside = node + 1; inside < end && text.length < LONGEST_TITLE; inside++) {
    if (tree.tag[inside] === T.TEXT) text += `${tree.text(inside)} `;
  }
  return text.slice(0, LONGEST_TITLE);
}

function spacedWords(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}
