import { escapeAttribute, escapeText } from '../markup.ts';
import { linkAddress } from '../html-writer/link-address.ts';
import { ommlToMathml } from '../office/math/omml-to-mathml.ts';
import type { Relationships } from '../ooxml/relationships.ts';
import { childOf, isElement, textOf, type XmlElement } from '../xml/xml-element.ts';

/** Deeper alternatives and formulas are not looked for. */
const MAX_DEPTH = 20;

/** A piece of a line, with what is special about it. */
interface Piece {
  html: string;
  /** Elements around it, outermost first, such as `strong`. */
  marks: readonly string[];
  href: string | undefined;
}

/** Content of a paragraph of DrawingML (ECMA-376 part 1, section 21.1.2) as inline HTML; '' for an empty one. */
export function paragraphHtml(paragraph: XmlElement, links: Relationships): string {
  const pieces: Piece[] = [];
  collect(paragraph, links, pieces, 0);
  return trimBreaks(join(pieces));
}

/** The same as plain text in one line. */
export function paragraphText(paragraph: XmlElement): string {
  return paragraph.children
    .filter(isElement)
    .map((child) => (child.name === 'a:br' ? ' ' : textOf(childOf(child, 'a:t'))))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

function collect(parent: XmlElement, links: Relationships, pieces: Piece[], depth: number): void {
  if (depth > MAX_DEPTH) return;
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    switch (child.name) {
      case 'a:r':
        pieces.push(runOf(child, links));
        break;
      case 'a:fld':
        // The number of the slide says nothing outside of it.
        if (child.attributes['type'] !== 'slidenum') pieces.push(runOf(child, links));
        break;
      case 'a:br':
        pieces.push({ html: '<br>', marks: [], href: undefined });
        break;
      case 'm:oMath':
      case 'm:oMathPara':
        pieces.push({ html: ommlToMathml(child, child.name === 'm:oMathPara'), marks: [], href: undefined });
        break;
      case 'mc:AlternateContent':
        for (const choice of child.children) {
          const before = pieces.length;
          if (isElement(choice)) collect(choice, links, pieces, depth + 1);
          if (pieces.length > before) break;
        }
        break;
      case 'a14:m':
        collect(child, links, pieces, depth + 1);
        break;
      default:
    }
  }
}

function runOf(run: XmlElement, links: Relationships): Piece {
  const properties = childOf(run, 'a:rPr');
  const { b, i, strike = 'noStrike', baseline = '0' } = properties?.attributes ?? {};
  const marks: string[] = [];
  if (isOn(b)) marks.push('strong');
  if (isOn(i)) marks.push('em');
  if (strike !== 'noStrike') marks.push('s');
  const shift = Number.parseInt(baseline, 10);
  if (shift > 0) marks.push('sup');
  if (shift < 0) marks.push('sub');
  const link = links.get(childOf(properties, 'a:hlinkClick')?.attributes['r:id'] ?? '');
  const href = link?.isExternal === true ? linkAddress(link.target) : undefined;
  // A vertical tab is how some programs write a line break.
  const html = escapeText(textOf(childOf(run, 'a:t'))).replace(/[\v\n]/g, '<br>');
  return { html, marks, href };
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** Neighbours that look alike are one; blanks alone are not marked. */
function join(pieces: readonly Piece[]): string {
  let html = '';
  for (let at = 0; at < pieces.length;) {
    const first = pieces[at] as Piece;
    let content = '';
    const key = keyOf(first);
    for (; at < pieces.length && keyOf(pieces[at] as Piece) === key; at++)
      content += (pieces[at] as Piece).html;
    if (content.trim() === '') {
      html += content;
      continue;
    }
    const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content) ?? [];
    const start = first.marks.map((mark) => `<${mark}>`).join('');
    const end = first.marks
      .toReversed()
      .map((mark) => `</${mark}>`)
      .join('');
    const marked = `${start}${text}${end}`;
    const linked =
      first.href === undefined ? marked : `<a href="${escapeAttribute(first.href)}">${marked}</a>`;
    html += before + linked + after;
  }
  return html;
}

function keyOf({ marks, href = '' }: Piece): string {
  return `${marks.join(' ')} ${href}`;
}

function trimBreaks(html: string): string {
  let text = html.trim();
  while (text.startsWith('<br>')) text = text.slice(4).trimStart();
  while (text.endsWith('<br>')) text = text.slice(0, -4).trimEnd();
  return text;
}
