import type { MathNodes } from './math-nodes.ts';
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
  '―': '\\overline',
  '^': '\\hat',
  ˆ: '\\hat',
  '~': '\\tilde',
  '˜': '\\tilde',
  '˙': '\\dot',
  '¨': '\\ddot',
  '→': '\\vec',
  '⃗': '\\vec',
  '⏞': '\\overbrace',
};
const UNDER: Readonly<Record<string, string>> = { '⏟': '\\underbrace', _: '\\underline', '̲': '\\underline' };
/** Elements around one token that are looked through. */
const MAX_WRAPPERS = 4;
/** Commands for the styles of letters. */
const VARIANTS: Readonly<Record<string, string>> = {
  bold: '\\mathbf',
  'bold-italic': '\\boldsymbol',
  'double-struck': '\\mathbb',
  script: '\\mathcal',
  fraktur: '\\mathfrak',
  'sans-serif': '\\mathsf',
  monospace: '\\mathtt',
};

/**
 * Presentation MathML (MathML Core) as TeX, for formulas that bring no TeX along. Elements without a TeX counterpart give
 * their content. A work list in place of recursion: a formula may nest as deep as it likes.
 */
export function mathmlToTex(nodes: MathNodes, math: number): string {
  const out: string[] = [];
  const work: Item[] = nodes.children(math).toReversed();
  for (let item = work.pop(); item !== undefined; item = work.pop()) {
    if (typeof item === 'string') {
      out.push(item);
      continue;
    }
    const items = expand(nodes, item);
    for (let index = items.length - 1; index >= 0; index--) work.push(items[index]!);
  }
  return out
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[}^_&]|$)/g, '')
    .trim();
}

/** One element as text and the children between. */
function expand(nodes: MathNodes, node: number): Item[] {
  const name = nodes.name(node);
  if (name === '#text') return [texText(nodes.text(node).trim())];
  if (LEFT_OUT.has(name)) return [];
  if (TOKENS.has(name)) return [token(nodes, node, name)];
  const children: readonly Item[] = nodes.children(node);
  const [first = '', second = '', third = ''] = children;
  switch (name) {
    case 'mfrac':
      return /^0(?:\D|$)/.test(nodes.attribute(node, 'linethickness') ?? '')
        ? ['{', first, ' \\atop ', second, '}']
        : ['\\frac{', first, '}{', second, '}'];
    case 'msqrt':
      return ['\\sqrt{', ...children, '}'];
    case 'mroot':
      return ['\\sqrt[', second, ']{', first, '}'];
    case 'msup':
      return [...base(nodes, first), '^{', second, '}'];
    case 'munder':
      return under(nodes, first, second);
    case 'msub':
      return [...base(nodes, first), '_{', second, '}'];
    case 'msubsup':
    case 'munderover':
      return [...base(nodes, first), '_{', second, '}^{', third, '}'];
    case 'mmultiscripts':
      return multiscripts(nodes, children);
    case 'mover':
      return over(nodes, first, second);
    case 'mfenced':
      return fenced(nodes, node, children);
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
      return [...children];
  }
}

/** A blank at the border is meant: at the end it survives the tidying of blanks as a tie. */
function textToken(text: string): string {
  const words = text.trim();
  if (words === '') return ' ';
  return `\\text{${text.startsWith(' ') ? ' ' : ''}${texText(words)}${text.endsWith(' ') ? '~' : ''}}`;
}

function token(nodes: MathNodes, node: number, name: string): string {
  const text = nodes.text(node).replace(/\s+/g, ' ');
  if (name === 'mtext' || name === 'ms') return textToken(text);
  if (name === 'mo') return texOperator(text.trim());
  const tex = name === 'mi' ? texIdentifier(text.trim()) : texText(text.trim());
  const variant = VARIANTS[nodes.attribute(node, 'mathvariant') ?? ''];
  return variant === undefined || tex === '' ? tex : `${variant}{${tex.trim()}}`;
}

/** The base of an index needs braces unless it is one token, however many elements are around that. */
function base(nodes: MathNodes, node: Item): Item[] {
  let inner = node;
  for (
    let depth = 0;
    depth < MAX_WRAPPERS && typeof inner === 'number' && nodes.name(inner) === 'mrow';
    depth++
  ) {
    const children = nodes.children(inner);
    if (children.length !== 1) break;
    inner = children[0]!;
  }
  const isToken = typeof inner === 'number' && TOKENS.has(nodes.name(inner));
  return isToken ? [node] : ['{', node, '}'];
}

function over(nodes: MathNodes, first: Item, second: Item): Item[] {
  const command = ACCENTS[signOf(nodes, second)];
  if (command !== undefined) return [`${command}{`, first, '}'];
  const isOperator = typeof first === 'number' && nodes.name(first) === 'mo';
  return isOperator ? [first, '^{', second, '}'] : ['\\overset{', second, '}{', first, '}'];
}

function under(nodes: MathNodes, first: Item, second: Item): Item[] {
  const command = UNDER[signOf(nodes, second)];
  return command === undefined ? [...base(nodes, first), '_{', second, '}'] : [`${command}{`, first, '}'];
}

/** The character of an operator, '' for anything else. */
function signOf(nodes: MathNodes, item: Item): string {
  return typeof item === 'number' && nodes.name(item) === 'mo' ? nodes.text(item).trim() : '';
}

/** A base, pairs of indices after it, `mprescripts`, pairs of indices before it (MathML Core section 3.4.3). */
function multiscripts(nodes: MathNodes, children: readonly Item[]): Item[] {
  const divider = children.findIndex(
    (child) => typeof child === 'number' && nodes.name(child) === 'mprescripts',
  );
  const [first = '', ...after] = divider === -1 ? children : children.slice(0, divider);
  const before = divider === -1 ? [] : children.slice(divider + 1);
  return [...indexPairs(nodes, before), ...base(nodes, first), ...indexPairs(nodes, after, false)];
}

/** Pairs of a lower and an upper index, each on nothing unless the first follows its base. */
function indexPairs(nodes: MathNodes, items: readonly Item[], isOnNothing = true): Item[] {
  const isGiven = (item: Item): boolean => typeof item === 'number' && nodes.name(item) !== 'none';
  const out: Item[] = [];
  for (let index = 0; index < items.length; index += 2) {
    const [lower = '', upper = ''] = items.slice(index, index + 2);
    if (isOnNothing || index > 0) out.push('{}');
    if (isGiven(lower)) out.push('_{', lower, '}');
    if (isGiven(upper)) out.push('^{', upper, '}');
  }
  return out;
}

function fenced(nodes: MathNodes, node: number, children: readonly Item[]): Item[] {
  const opening = nodes.attribute(node, 'open') ?? '(';
  const closing = nodes.attribute(node, 'close') ?? ')';
  return [texOperator(opening), ...between(children, ', '), texOperator(closing)];
}

function between(children: readonly Item[], separator: string): Item[] {
  return children.flatMap((child, index) => (index === 0 ? [child] : [separator, child]));
}
