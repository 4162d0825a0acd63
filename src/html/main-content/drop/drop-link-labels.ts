import { codeAt } from '../../code-at.ts';
import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';
import { BLOCK, elementClass, MEDIA } from '../measure/element-classes.ts';

/** Longer link texts are titles. */
const MAX_WORDS = 4;
const MAX_LENGTH = 60;
/** A text that leads to so many different addresses says nothing of any of them. */
const LEAST_ADDRESSES = 4;

/** Inline elements around a link are looked through so far. */
const MAX_INLINE_DEPTH = 32;

/**
 * Takes out links, outside sentences, that say the same on every card - "read more", "quick view", in whatever
 * language - when another link leads where they lead, or they lead nowhere.
 */
export function dropLinkLabels(draft: Draft): void {
  const { tree, measures, removals } = draft;
  const links: number[] = [];
  for (const node of measures.filled)
    if (measures.links[node] !== 0 && tree.tag[node] === T.A) links.push(node);
  const labels = findRepeatedTexts(tree, links);
  if (labels.length === 0) return;
  const addressOf = (node: number): string => tree.attribute(node, 'href') ?? '';
  const linksTo = new Map<string, number>();
  for (const node of links) {
    const address = addressOf(node);
    linksTo.set(address, (linksTo.get(address) ?? 0) + 1);
  }
  for (const nodes of labels) {
    const addresses = new Set(nodes.map((node) => (leadsNowhere(addressOf(node)) ? node : addressOf(node))));
    if (addresses.size < LEAST_ADDRESSES) continue;
    for (const node of nodes) {
      const address = addressOf(node);
      const others = linksTo.get(address)! - 1;
      if ((others === 0 && !leadsNowhere(address)) || isInSentence(draft, node)) continue;
      removals.remove(node, 'link label', measures);
      linksTo.set(address, others);
    }
  }
}

/** Links by their text, where that is short and comes often enough. */
function findRepeatedTexts(tree: Tree, links: readonly number[]): number[][] {
  const byText = new Map<string, number[]>();
  for (const node of links) {
    const text = shortText(tree, node);
    if (text === '') continue;
    const nodes = byText.get(text);
    if (nodes === undefined) byText.set(text, [node]);
    else nodes.push(node);
  }
  return Array.from(byText.values()).filter(({ length }) => length >= LEAST_ADDRESSES);
}

/** Whether the block around the link says more than links do. */
function isInSentence({ tree, measures: { own } }: Draft, link: number): boolean {
  let block = tree.parent[link]!;
  for (let level = 0; block > 0 && (elementClass(tree.tag[block]!) & BLOCK) === 0; level++) {
    if (level === MAX_INLINE_DEPTH) return true;
    block = tree.parent[block]!;
  }
  return own.linkWords[block]! < own.words[block]!;
}

function leadsNowhere(address: string): boolean {
  return address === '' || address === '#' || address.startsWith('javascript:');
}

/**
 * Text of a link that holds a few words and nothing to see; '' of others, and of a link around another one (tables and
 * some old elements let them nest): so each node is looked at for one link only.
 */
function shortText(tree: Tree, link: number): string {
  let text = '';
  for (let node = link + 1; node < tree.end[link]!; node++) {
    const tag = tree.tag[node]!;
    if (tag === T.TEXT) text += tree.text(node);
    else if (tag === T.A || ((elementClass(tag) & MEDIA) !== 0 && tag !== T.SVG)) return '';
    if (text.length > MAX_LENGTH) return '';
  }
  text = text.trim();
  let spaces = 0;
  for (let at = 0; at < text.length; at++) {
    const code = codeAt(text, at);
    if (code >= 0x30 && code <= 0x39) return '';
    if (code <= 0x20) spaces++;
  }
  return spaces < MAX_WORDS ? text : '';
}
