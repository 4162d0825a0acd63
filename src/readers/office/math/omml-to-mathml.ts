import { escapeText } from '../../markup.ts';
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.ts';
import { accentOf } from './accents.ts';
import { runTokens } from './run-tokens.ts';

/** Elements of MathML, each as text. */
type Parts = readonly string[];
type Converter = (element: XmlElement) => Parts;

/** The converters of a formula's structures (ECMA-376 part 1, section 22.1.2). */
const CONVERTERS: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ['m:r', runTokens],
  ['m:f', fraction],
  ['m:rad', radical],
  ['m:sSup', (element) => [tag('msup', part(element, 'm:e') + part(element, 'm:sup'))]],
  ['m:sSub', (element) => [tag('msub', part(element, 'm:e') + part(element, 'm:sub'))]],
  [
    'm:sSubSup',
    (element) => [tag('msubsup', part(element, 'm:e') + part(element, 'm:sub') + part(element, 'm:sup'))],
  ],
  [
    'm:sPre',
    (element) => [
      tag(
        'mmultiscripts',
        `${part(element, 'm:e')}<mprescripts></mprescripts>${part(element, 'm:sub')}${part(element, 'm:sup')}`,
      ),
    ],
  ],
  ['m:nary', nary],
  ['m:d', delimited],
  ['m:m', matrix],
  ['m:eqArr', (element) => [table(childrenOf(element, 'm:e').map((line) => [line]))]],
  [
    'm:acc',
    (element) => [
      tag('mover', part(element, 'm:e') + operator(accentOf(valueOf(element, 'm:accPr', 'm:chr')))),
    ],
  ],
  ['m:bar', bar],
  ['m:groupChr', groupCharacter],
  ['m:limLow', (element) => [tag('munder', part(element, 'm:e') + part(element, 'm:lim'))]],
  ['m:limUpp', (element) => [tag('mover', part(element, 'm:e') + part(element, 'm:lim'))]],
  ['m:func', (element) => [...contents(childOf(element, 'm:fName')), ...contents(childOf(element, 'm:e'))]],
  ['m:phant', phantom],
  [
    'w:t',
    (element) => [
      tag('mtext', escapeText(element.children.filter((child) => typeof child === 'string').join(''))),
    ],
  ],
  ...['w:del', 'w:moveFrom', 'm:ctrlPr', 'm:argPr', 'w:rPr'].map((name): [string, Converter] => [
    name,
    () => [],
  ]),
]);

/** A formula as presentation MathML; '' for one that shows nothing. */
export function ommlToMathml(formula: XmlElement, isBlock: boolean): string {
  const parts = contents(formula);
  if (parts.length === 0) return '';
  return `<math${isBlock ? ' display="block"' : ''}>${concat(parts)}</math>`;
}

/** Converts the content of an element; unknown structures give their content. */
function contents(element: XmlElement | undefined): Parts {
  const parts: string[] = [];
  for (const child of element?.children ?? []) {
    if (typeof child === 'string') continue;
    for (const one of (CONVERTERS.get(child.name) ?? contents)(child)) parts.push(one);
  }
  return parts;
}

/** Pieces of one formula are put together with `+`: `join` would copy them once for each level that nests. */
function concat(parts: Parts): string {
  let text = '';
  for (const one of parts) text += one;
  return text;
}

function tag(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

/** A child as exactly one element. */
function part(element: XmlElement, name: string): string {
  return asOne(contents(childOf(element, name)));
}

function asOne(parts: Parts): string {
  return parts.length === 1 ? parts[0]! : tag('mrow', concat(parts));
}

function operator(text: string): string {
  return text === '' ? '' : tag('mo', escapeText(text));
}

/** `m:val` of a property; undefined when the property is not there, '' when it has no value. */
function valueOf(element: XmlElement, properties: string, name: string): string | undefined {
  const property = childOf(childOf(element, properties), name);
  return property === undefined ? undefined : (property.attributes['m:val'] ?? '');
}

/** On or off; a property without a value is on. */
function isOn(element: XmlElement, properties: string, name: string): boolean {
  const value = valueOf(element, properties, name);
  return value !== undefined && !/^(?:0|off|false)$/i.test(value);
}

function fraction(element: XmlElement): Parts {
  const type = valueOf(element, 'm:fPr', 'm:type');
  const [above, below] = [part(element, 'm:num'), part(element, 'm:den')];
  if (type === 'lin') return [tag('mrow', above + operator('/') + below)];
  // Without a bar it is one over the other, as in a binomial coefficient.
  if (type === 'noBar') return [stack([[above], [below]])];
  return [tag('mfrac', above + below)];
}

function radical(element: XmlElement): Parts {
  const degree = isOn(element, 'm:radPr', 'm:degHide') ? [] : contents(childOf(element, 'm:deg'));
  return degree.length > 0
    ? [tag('mroot', part(element, 'm:e') + asOne(degree))]
    : [tag('msqrt', part(element, 'm:e'))];
}

/** Sums, integrals and other large operators with their limits. */
function nary(element: XmlElement): Parts {
  const sign = operator(valueOf(element, 'm:naryPr', 'm:chr') ?? '∫');
  const isAbove = valueOf(element, 'm:naryPr', 'm:limLoc') === 'undOvr';
  // Each child is read once: twice would be a thousand times ten levels deep.
  const limit = (name: string, hidden: string): string => {
    const parts = isOn(element, 'm:naryPr', hidden) ? [] : contents(childOf(element, name));
    return parts.length === 0 ? '' : asOne(parts);
  };
  const lower = limit('m:sub', 'm:subHide');
  const upper = limit('m:sup', 'm:supHide');
  let limited = sign;
  if (lower !== '' && upper !== '') limited = tag(isAbove ? 'munderover' : 'msubsup', sign + lower + upper);
  else if (lower !== '') limited = tag(isAbove ? 'munder' : 'msub', sign + lower);
  else if (upper !== '') limited = tag(isAbove ? 'mover' : 'msup', sign + upper);
  return [limited, ...contents(childOf(element, 'm:e'))];
}

function delimited(element: XmlElement): Parts {
  const opening = operator(valueOf(element, 'm:dPr', 'm:begChr') ?? '(');
  const closing = operator(valueOf(element, 'm:dPr', 'm:endChr') ?? ')');
  const separator = operator(valueOf(element, 'm:dPr', 'm:sepChr') ?? '|');
  let content = '';
  for (const [index, inner] of childrenOf(element, 'm:e').entries()) {
    content += (index === 0 ? '' : separator) + concat(contents(inner));
  }
  return [tag('mrow', opening + content + closing)];
}

function matrix(element: XmlElement): Parts {
  return [table(childrenOf(element, 'm:mr').map((row) => childrenOf(row, 'm:e')))];
}

function table(rows: readonly (readonly XmlElement[])[]): string {
  return stack(rows.map((row) => row.map((cell) => concat(contents(cell)))));
}

function stack(rows: readonly (readonly string[])[]): string {
  let content = '';
  for (const row of rows) {
    content += '<mtr>';
    for (const cell of row) content += `<mtd>${cell}</mtd>`;
    content += '</mtr>';
  }
  return tag('mtable', content);
}

function bar(element: XmlElement): Parts {
  const isAbove = valueOf(element, 'm:barPr', 'm:pos') === 'top';
  return [tag(isAbove ? 'mover' : 'munder', part(element, 'm:e') + operator(isAbove ? '¯' : '_'))];
}

function groupCharacter(element: XmlElement): Parts {
  const isAbove = valueOf(element, 'm:groupChrPr', 'm:pos') === 'top';
  const sign = operator(valueOf(element, 'm:groupChrPr', 'm:chr') ?? '⏟');
  return [tag(isAbove ? 'mover' : 'munder', part(element, 'm:e') + sign)];
}

/** Takes room without being seen, unless it says that it is shown. */
function phantom(element: XmlElement): Parts {
  const show = valueOf(element, 'm:phantPr', 'm:show');
  return show !== undefined && /^(?:0|off|false)$/i.test(show) ? [] : contents(childOf(element, 'm:e'));
}
