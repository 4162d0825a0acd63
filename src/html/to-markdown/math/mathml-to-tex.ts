import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { texIdentifier, texOperator, texText } from './tex-symbols.ts';

/**
 * An item still to be written, last first: text as it is, a node, or a node to put between braces unless it is a token.
 */
type Item = string | number;

const TOKENS = new Set(['mi', 'mn', 'mo', 'mtext', 'ms']);
const LEFT_OUT = new Set(['annotation', 'annotation-xml', 'mprescripts', 'none']);
const ACCENTS: Readonly<Record<string, string>> = {
  '¯': '\\overline',
  '‾': '\\overline',
  '^': '\\hat',
  '~': '\\tilde',
  '˙': '\\dot',
  '¨': '\\ddot',
  '→': '\\vec',
  '⃗': '\\vec',
};

/**
 * Presentation MathML (MathML Core) as TeX, for pages that bring no TeX along. Elements without a TeX counterpart give
 * their content. A work list in place of recursion: a formula may nest as deep as it likes.
 */
export function mathmlToTex(tree: Tree, math: number): string {
  const out: string[] = [];
  const work: Item[] = childrenOf(tree, math).toReversed();
  for (let item = work.pop(); item !== undefined; item = work.pop()) {
    if (typeof item === 'string') {
      out.push(item);
      continue;
    }
    const items = expand(tree, item);
    for (let index = items.length - 1; index >= 0; index--) work.push(items[index]!);
  }
  return out
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[}^_&]|$)/g, '')
    .trim();
}

/** One element as text and the children between. */
function expand(tree: Tree, node: number): Item[] {
  if (tree.tag[node] === tags.TEXT) return [texText(tree.text(node).trim())];
  const name = tree.name(node);
  if (LEFT_OUT.has(name)) return [];
  if (TOKENS.has(name)) return [token(tree, node, name)];
  const children = childrenOf(tree, node);
  const [first = '', second = '', third = ''] = children;
  switch (name) {
    case 'mfrac':
      return ['\\frac{', first, '}{', second, '}'];
    case 'msqrt':
      return ['\\sqrt{', ...children, '}'];
    case 'mroot':
      return ['\\sqrt[', second, ']{', first, '}'];
    case 'msup':
      return [...base(tree, first), '^{', second, '}'];
    case 'msub':
    case 'munder':
      return [...base(tree, first), '_{', second, '}'];
    case 'msubsup':
    case 'munderover':
      return [...base(tree, first), '_{', second, '}^{', third, '}'];
    case 'mmultiscripts':
      return multiscripts(tree, children);
    case 'mover':
      return over(tree, first, second);
    case 'mfenced':
      return fenced(tree, node, children);
    case 'mtable':
      return ['\\begin{matrix}', ...between(children, ' \\\\ '), '\\end{matrix}'];
    case 'mtr':
      return between(children, ' & ');
    case 'semantics':
    case 'maction':
      return [first];
    case 'mspace':
      return [' '];
    default:
      return children;
  }
}

/** A blank at the border is meant: at the end it survives the tidying of blanks as a tie. */
function textToken(text: string): string {
  const words = text.trim();
  if (words === '') return ' ';
  return `\\text{${text.startsWith(' ') ? ' ' : ''}${texText(words)}${text.endsWith(' ') ? '~' : ''}}`;
}

function token(tree: Tree, node: number, name: string): string {
  const texts: string[] = [];
  for (let inner = node + 1; inner < tree.end[node]!; inner++) {
    if (tree.tag[inner] === tags.TEXT) texts.push(tree.text(inner));
  }
  const text = texts.join('').replace(/\s+/g, ' ');
  if (name === 'mtext' || name === 'ms') return textToken(text);
  if (name === 'mo') return texOperator(text.trim());
  return name === 'mi' ? texIdentifier(text.trim()) : texText(text.trim());
}

/** The base of an index needs braces unless it is one token. */
function base(tree: Tree, node: Item): Item[] {
  const isToken = typeof node === 'number' && TOKENS.has(tree.name(node));
  return isToken ? [node] : ['{', node, '}'];
}

function over(tree: Tree, first: Item, second: Item): Item[] {
  const accent = typeof second === 'number' && tree.name(second) === 'mo' ? tree.text(second + 1).trim() : '';
  const command = ACCENTS[accent];
  if (command !== undefined) return [`${command}{`, first, '}'];
  const isOperator = typeof first === 'number' && tree.name(first) === 'mo';
  return isOperator ? [first, '^{', second, '}'] : ['\\overset{', second, '}{', first, '}'];
}

/** A base, pairs of indices after it, `mprescripts`, pairs of indices before it (MathML Core section 3.4.3). */
function multiscripts(tree: Tree, children: readonly Item[]): Item[] {
  const divider = children.findIndex(
    (child) => typeof child === 'number' && tree.name(child) === 'mprescripts',
  );
  const [first = '', ...after] = divider === -1 ? children : children.slice(0, divider);
  const before = divider === -1 ? [] : children.slice(divider + 1);
  return [...indexPairs(tree, before), ...base(tree, first), ...indexPairs(tree, after, false)];
}

/** Pairs of a lower and an upper index, each on nothing unless the first follows its base. */
function indexPairs(tree: Tree, items: readonly Item[], isOnNothing = true): Item[] {
  const isGiven = (item: Item): boolean => typeof item === 'number' && tree.name(item) !== 'none';
  const out: Item[] = [];
  for (let index = 0; index < items.length; index += 2) {
    const [lower = '', upper = ''] = items.slice(index, index + 2);
    if (isOnNothing || index > 0) out.push('{}');
    if (isGiven(lower)) out.push('_{', lower, '}');
    if (isGiven(upper)) out.push('^{', upper, '}');
  }
  return out;
}

function fenced(tree: Tree, node: number, children: Item[]): Item[] {
  const opening = tree.attribute(node, 'open') ?? '(';
  const closing = tree.attribute(node, 'close') ?? ')';
  return [texOperator(opening), ...between(children, ', '), texOperator(closing)];
}

function between(children: readonly Item[], separator: string): Item[] {
  return children.flatMap((child, index) => (index === 0 ? [child] : [separator, child]));
}

/** Element children; text that stands loose is kept only where it says something. */
function childrenOf(tree: Tree, node: number): Item[] {
  const children: Item[] = [];
  const stop = tree.end[node]!;
  for (let child = node + 1; child < stop; child = tree.end[child]!) {
    const tag = tree.tag[child]!;
    const isText = tag === tags.TEXT && tree.text(child).trim() !== '';
    if (isText || tag >= tags.FIRST_ELEMENT_TAG) children.push(child);
  }
  return children;
}
