import { Parser } from 'htmlparser2';
import { escapeAttribute, escapeText } from '../markup.ts';
import { linkAddress } from '../html-writer/link-address.ts';

/** Elements of a mail that a document keeps, by the name they get. */
const KEPT: ReadonlyMap<string, string> = new Map([
  ...[
    'p',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'table',
    'thead',
    'tbody',
    'tr',
    'td',
    'th',
  ].map((name): [string, string] => [name, name]),
  ...[
    'blockquote',
    'pre',
    'code',
    'strong',
    'em',
    's',
    'sup',
    'sub',
    'br',
    'hr',
    'div',
    'dl',
    'dt',
    'dd',
  ].map((name): [string, string] => [name, name]),
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 's'],
  ['del', 's'],
]);
const LEFT_OUT = new Set([
  'head',
  'script',
  'style',
  'title',
  'template',
  'noscript',
  'object',
  'iframe',
  'svg',
  'math',
]);
const VOID = new Set(['br', 'hr']);
/** A file that nests deeper is no mail. */
const MAX_DEPTH = 1_000;

class TooDeep extends Error {}

/** HTML of unknown origin as markup of a document: known elements, links and spans of cells, and nothing else. Undefined when it nests too deep. */
export function documentMarkup(html: string): string | undefined {
  try {
    return filterMarkup(html);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

function filterMarkup(html: string): string {
  const parts: string[] = [];
  /** End tags of the open elements; empty for those that are not written. */
  const open: string[] = [];
  let hidden = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (LEFT_OUT.has(name)) hidden++;
        if (open.length >= MAX_DEPTH) throw new TooDeep();
        const start = hidden > 0 ? undefined : startTag(name, attributes);
        if (start !== undefined) parts.push(start.markup);
        open.push(start?.end ?? '');
      },
      ontext(text) {
        if (hidden === 0) parts.push(escapeText(text));
      },
      onclosetag(name) {
        parts.push(open.pop() ?? '');
        if (LEFT_OUT.has(name)) hidden--;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return parts.join('').trim();
}

function startTag(
  name: string,
  attributes: Readonly<Record<string, string>>,
): { markup: string; end: string } | undefined {
  if (name === 'a') {
    const address = linkAddress(attributes['href'] ?? '');
    return address === undefined || address.startsWith('#')
      ? undefined
      : { markup: `<a href="${escapeAttribute(address)}">`, end: '</a>' };
  }
  if (name === 'img') {
    const source = attributes['src'] ?? '';
    const alt = attributes['alt'] ?? '';
    // Pictures of a mail are attached to it, and not part of its text.
    const src = /^https?:/i.test(source) ? ` src="${escapeAttribute(source)}"` : '';
    return src === '' && alt === ''
      ? undefined
      : { markup: `<img${src} alt="${escapeAttribute(alt)}">`, end: '' };
  }
  const kept = KEPT.get(name);
  if (kept === undefined) return undefined;
  const spans = ['colspan', 'rowspan']
    .map((key) => [key, Math.min(1_000, Number(attributes[key]))] as const)
    .filter(([, cells]) => cells > 1 && (kept === 'td' || kept === 'th') && Number.isInteger(cells))
    .map(([key, cells]) => ` ${key}="${cells}"`);
  return { markup: `<${kept}${spans.join('')}>`, end: VOID.has(kept) ? '' : `</${kept}>` };
}
