import { codeAt } from './code-at.ts';
import * as tags from './tags.ts';
import type { Tree } from './tree.ts';

/** Elements that carry pieces of a line, as opposed to those that mark a part of a word. */
const PIECES = new Set([tags.A, tags.SPAN, tags.LABEL, tags.TIME, tags.DATA, tags.ABBR]);
const STARTS_PIECE = /^(?:[\p{Lu}\p{Lt}\p{N}]|[+\-−]?\p{Sc}\d)/u;
const STARTS_WORD = /^[\p{L}\p{N}]/u;
const ENDS_WORD = /[\p{L}\p{N}]$/u;
const ENDS_PIECE = /[\p{L}\p{N})%?!.’”»]$/u;
const ENDS_LOWER = /[\p{Ll}\p{N})]$/u;
const ENDS_LABEL = /\p{L}:$/u;
const ENDS_AMOUNT = /\p{N}$/u;
const AMOUNT = /^[+\-−]?\p{Sc}/u;
const CAPITAL = /^[\p{Lu}\p{Lt}]/u;
const SEVERAL_WORDS = /\S\s+\S/;
const TABS_CLASS = /(?:^|[\s_-])tabs?(?:$|[\s_-])/i;
const MAX_LINK_CLIMB = 6;
const SPACE = 0x20;
const LOWER_A = 0x61;
const LOWER_Z = 0x7a;

/** Whether a text may have to be set apart from another one that ends in `last`; nearly all others say so with a letter. */
export function mayStartPiece(text: string, last: string): boolean {
  const code = codeAt(text, 0);
  if (code >= LOWER_A && code <= LOWER_Z) return last === ':';
  return code > SPACE && (STARTS_PIECE.test(text) || last === ':');
}

/** Whether a text begins with a word, that an image before it stands for no part of. */
export function startsWord(text: string): boolean {
  return STARTS_WORD.test(text);
}

/** Whether a text ends in a word, that an image after it stands for no part of. */
export function endsInWord(text: string): boolean {
  return ENDS_WORD.test(text.slice(-2));
}

/**
 * Whether a style sheet must set a text apart from the one that it touches, as two items of a line have no white space
 * between them in the source: `<span>2026</span><span>1h 54m</span>`, `<a>Models</a><a>Datasets</a>`. Parts of one word
 * (`<b>Java</b>Script`, a drop cap, letters one by one) touch on purpose. Takes the two text nodes.
 */
export function isSetApart(tree: Tree, before: number, node: number): boolean {
  const [one, other] = [tree.parent[before]!, tree.parent[node]!];
  // A text and the element right behind it, as a title and its subtitle.
  if (other > before && tree.parent[other] === one) {
    return tree.tag[other] === tags.SPAN && isPhrase(tree.text(before)) && areSentences(tree, before, node);
  }
  const areSiblings = tree.end[one]! <= node && other > before;
  if (!areSiblings || !PIECES.has(tree.tag[one]!) || !PIECES.has(tree.tag[other]!)) return false;
  const text = tree.text(node);
  const end = tree.text(before).trimEnd().slice(-2);
  if (ENDS_LABEL.test(end)) return STARTS_WORD.test(text);
  if (!ENDS_PIECE.test(end)) return false;
  if (AMOUNT.test(text)) return ENDS_AMOUNT.test(end);
  return areLinks(tree, before, node) || areItems(tree, before, node) || areSentences(tree, before, node);
}

/** Several words, and a capital letter where the second one begins. */
function areSentences(tree: Tree, before: number, node: number): boolean {
  const [one, other] = [tree.text(before), tree.text(node)];
  if (!ENDS_LOWER.test(one.slice(-2)) || !CAPITAL.test(other)) return false;
  return isPhrase(one) || isPhrase(other);
}

function isPhrase(text: string): boolean {
  return SEVERAL_WORDS.test(text);
}

/** Two links that lead to different places. */
function areLinks(tree: Tree, before: number, node: number): boolean {
  const [one, other] = [linkAround(tree, before), linkAround(tree, node)];
  if (one === 0 || other === 0) return false;
  return tree.attribute(one, 'href') !== tree.attribute(other, 'href');
}

/** Two siblings of one class, unless each is a single letter; labels of controls and names of tabs. */
function areItems(tree: Tree, before: number, node: number): boolean {
  const [one, other] = [tree.parent[before]!, tree.parent[node]!];
  if (tree.parent[one] !== tree.parent[other] || tree.tag[one] !== tree.tag[other]) return false;
  if (tree.tag[one] === tags.LABEL || TABS_CLASS.test(tree.attribute(tree.parent[one]!, 'class') ?? ''))
    return true;
  const classes = tree.attribute(one, 'class') ?? '';
  if (classes === '' || classes !== tree.attribute(other, 'class')) return false;
  return tree.text(before).trim().length > 1 || tree.text(node).trim().length > 1;
}

function linkAround(tree: Tree, node: number): number {
  let above = tree.parent[node]!;
  for (let level = 0; above > 0 && level < MAX_LINK_CLIMB; level++) {
    if (tree.tag[above] === tags.A) return above;
    above = tree.parent[above]!;
  }
  return 0;
}
