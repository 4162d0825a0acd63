import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';
import { BLOCK, elementClass, HEADING } from '../measure/element-classes.ts';

/** Words of a headline, and of a link that stands for one. */
const HEADLINE_WORDS = 2;
const LINK_WORDS = 4;
/** A link in a headline is looked for among so many nodes, one around it and the block around a link so many levels up. */
const HEADLINE_NODES = 32;
const LINK_DEPTH = 6;
const INLINE_DEPTH = 32;
/** So many stories make a river, or so many rows of them. */
const LEAST_STORIES = 3;
const LEAST_ROWS = 2;
/** A longer story is a whole post. */
const STORY_WORDS = 250;
/** So many of the blocks that look alike may lead nowhere on the site. */
const STRANGERS = 0.25;
/** With more stories that name an amount they are goods. */
const PRICED = 0.25;

/** Blocks side by side that look alike, each with a headline that leads to another page of the site. */
export interface River {
  readonly stories: readonly number[];
  readonly prose: number;
  /** Its stories are whole posts, and the one with the page's title looks like them. */
  readonly isOfPosts: boolean;
}

/** Finds the outermost rivers of a page, in document order. `host` is the page's own, '' when it is not known. */
export function findRivers(draft: Draft, host: string): River[] {
  const { tree, measures } = draft;
  const { filled } = measures;
  const headlines = findHeadlines(draft, host.replace(/^www\./, ''));
  if (headlines.length < LEAST_STORIES) return [];
  const count = new Int32Array(tree.length);
  for (const node of headlines) count[node] = 1;
  for (let at = filled.length - 1; at > 0; at--) {
    const node = filled[at]!;
    if (count[node] !== 0) count[tree.parent[node]!]! += count[node]!;
  }
  const rivers: River[] = [];
  let until = 0;
  for (const node of filled) {
    if (node < until || count[node]! < LEAST_STORIES) continue;
    const river = riverIn(draft, node, count);
    if (river === undefined) continue;
    rivers.push(river);
    until = tree.end[node]!;
  }
  return rivers;
}

/** Headings, and links that are all of their block, which lead to other pages of the site. */
function findHeadlines({ tree, measures, title }: Draft, host: string): number[] {
  const { words, own, filled, links } = measures;
  const found: number[] = [];
  let headingUntil = 0;
  for (const node of filled) {
    if (words[node] === 0) continue;
    const tag = tree.tag[node]!;
    if ((elementClass(tag) & HEADING) !== 0) {
      headingUntil = tree.end[node]!;
      if (node === title.node || words[node]! < HEADLINE_WORDS) continue;
      const link = linkOf(tree, node, links[node]! > 0);
      if (link >= 0 && leadsToSite(tree.attribute(link, 'href'), host)) found.push(node);
    } else if (tag === T.A && node >= headingUntil && words[node]! >= LINK_WORDS) {
      const block = blockAround(tree, node);
      if (own.linkWords[block] === own.words[block] && leadsToSite(tree.attribute(node, 'href'), host))
        found.push(node);
    }
  }
  return found;
}

/** The link in a heading or around it; -1 when there is none. */
function linkOf(tree: Tree, heading: number, holdsLink: boolean): number {
  if (holdsLink) {
    const end = Math.min(tree.end[heading]!, heading + HEADLINE_NODES);
    for (let node = heading + 1; node < end; node++) if (tree.tag[node] === T.A) return node;
  }
  let above = tree.parent[heading]!;
  for (let level = 0; above > 0 && level < LINK_DEPTH; level++) {
    if (tree.tag[above] === T.A) return above;
    above = tree.parent[above]!;
  }
  return -1;
}

function blockAround(tree: Tree, node: number): number {
  let block = node;
  for (let level = 0; block > 0 && level < INLINE_DEPTH; level++) {
    if ((elementClass(tree.tag[block]!) & BLOCK) !== 0) break;
    block = tree.parent[block]!;
  }
  return block;
}

/** Whether an address leads to another page of a site. `host`: that of the site, without `www.`; '' when it is not known. */
export function leadsToSite(href: string | undefined, host: string): boolean {
  const address = href?.trim() ?? '';
  if (address === '' || address.startsWith('#')) return false;
  const absolute = /^(?:https?:)?\/\/(?:www\.)?([^/?#:]+)/i.exec(address);
  if (absolute === null) return !/^[a-z]+:/i.test(address);
  const other = absolute[1]!.toLowerCase();
  return other === host || (host !== '' && (other.endsWith(`.${host}`) || host.endsWith(`.${other}`)));
}

/** The children of a block that hold words, but for headings. */
interface Children {
  /** Those with a headline. */
  readonly stories: number[];
  /** The looks of those without one. */
  readonly others: string[];
  /** The looks of the one with the page's title. */
  readonly titled: string | undefined;
}

/** The river that the children of a block make; undefined when they make none. */
function riverIn(draft: Draft, block: number, count: Int32Array): River | undefined {
  const { tree, measures } = draft;
  const { stories, others, titled } = childrenOf(draft, block, count);
  const [first] = stories;
  if (first === undefined || stories.length < (count[first]! > 1 ? LEAST_ROWS : LEAST_STORIES))
    return undefined;
  const looks = looksOf(tree, first);
  if (stories.some((story) => NEVER_A_STORY.has(tree.tag[story]!) || looksOf(tree, story) !== looks))
    return undefined;
  if (others.filter((other) => other === looks).length > STRANGERS * stories.length) return undefined;
  // Picks with their prices are what a text recommends.
  if (stories.filter((story) => measures.prices[story] !== 0).length > PRICED * stories.length)
    return undefined;
  const isOfPosts = stories.some((story) => measures.words[story]! > STORY_WORDS * count[story]!);
  if (isOfPosts && titled !== looks) return undefined;
  return { stories, prose: stories.reduce((sum, story) => sum + measures.proseWords[story]!, 0), isOfPosts };
}

function childrenOf({ tree, measures, title }: Draft, block: number, count: Int32Array): Children {
  const stories: number[] = [];
  const others: string[] = [];
  let titled: string | undefined;
  for (let child = block + 1; child < tree.end[block]!; child = tree.end[child]!) {
    const tag = tree.tag[child]!;
    if (tag === T.TEXT || measures.words[child] === 0 || (elementClass(tag) & HEADING) !== 0) continue;
    if (child <= title.node && title.node < tree.end[child]!) titled = looksOf(tree, child);
    else if (count[child] === 0) others.push(looksOf(tree, child));
    else stories.push(child);
  }
  return { stories, others, titled };
}

/** A row of a table is a part of it, and a paragraph with a link a sentence of the text. */
const NEVER_A_STORY: ReadonlySet<number> = new Set([T.P, T.TBODY, T.TR, T.TD, T.TH]);

/** The element and its first class, but for numbers in it: posts carry their own. */
function looksOf(tree: Tree, node: number): string {
  const name = (tree.attribute(node, 'class') ?? '').trim().split(/\s+/, 1)[0]!;
  return `${tree.tag[node]} ${name.replace(/\d+/g, '')}`;
}
