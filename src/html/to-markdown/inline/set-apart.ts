import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Run } from './run.ts';

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
const IMAGE = '![';
const MAX_LINK_CLIMB = 6;

/** A text and the one before it, which nothing parts in the source. */
interface Neighbours {
  readonly tree: Tree;
  readonly before: number;
  readonly node: number;
  readonly text: string;
}

/**
 * Whether a style sheet must set a text apart from the run it touches, as two items of a line have no white space
 * between them in the source: `<span>2026</span><span>1h 54m</span>`, `<a>Models</a><a>Datasets</a>`, a picture and its
 * label. Parts of one word (`<b>Java</b>Script`, a drop cap, letters one by one) touch on purpose. `before` is the text
 * node that the run ends with.
 */
export function isSetApart(tree: Tree, run: Run, before: number, node: number): boolean {
  const text = tree.text(node);
  if (run.kind === 'atom') return run.text.startsWith(IMAGE) && STARTS_WORD.test(text);
  if (run.kind !== 'text' || !(STARTS_PIECE.test(text) || run.text.endsWith(':'))) return false;
  const [one, other] = [tree.parent[before]!, tree.parent[node]!];
  const areSiblings = tree.end[one]! <= node && other > before;
  if (!areSiblings || !PIECES.has(tree.tag[one]!) || !PIECES.has(tree.tag[other]!)) return false;
  return arePieces(run, { tree, before, node, text });
}

/** Whether a run ends in a word that a picture beside it does not belong to. */
export function endsInWord(run: Run | undefined): boolean {
  return run?.kind === 'text' && ENDS_WORD.test(run.text);
}

function arePieces(run: Run, near: Neighbours): boolean {
  const { tree, before, text } = near;
  if (ENDS_LABEL.test(run.text)) return STARTS_WORD.test(text);
  if (!ENDS_PIECE.test(run.text)) return false;
  if (ENDS_AMOUNT.test(run.text) && AMOUNT.test(text)) return true;
  if (AMOUNT.test(text)) return false;
  if (areLinks(near) || areItems(near)) return true;
  if (!ENDS_LOWER.test(run.text) || !CAPITAL.test(text)) return false;
  return SEVERAL_WORDS.test(tree.text(before)) || SEVERAL_WORDS.test(text);
}

/** Two links that lead to different places. */
function areLinks({ tree, before, node }: Neighbours): boolean {
  const [one, other] = [linkAround(tree, before), linkAround(tree, node)];
  if (one === 0 || other === 0) return false;
  return tree.attribute(one, 'href') !== tree.attribute(other, 'href');
}

/** Two siblings of one class, unless each is a single letter. */
function areItems({ tree, before, node, text }: Neighbours): boolean {
  const [one, other] = [tree.parent[before]!, tree.parent[node]!];
  if (tree.parent[one] !== tree.parent[other] || tree.tag[one] !== tree.tag[other]) return false;
  const classes = tree.attribute(one, 'class') ?? '';
  if (classes === '' || classes !== tree.attribute(other, 'class')) return false;
  return tree.text(before).trim().length > 1 || text.trim().length > 1;
}

function linkAround(tree: Tree, node: number): number {
  let above = tree.parent[node]!;
  for (let level = 0; above > 0 && level < MAX_LINK_CLIMB; level++) {
    if (tree.tag[above] === tags.A) return above;
    above = tree.parent[above]!;
  }
  return 0;
}
