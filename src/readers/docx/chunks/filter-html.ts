import { Parser } from 'htmlparser2';
import { linkAddress } from '../../html-writer/link-address.ts';
import { escapeAttribute, escapeText } from '../../markup.ts';

/** Elements that are kept; of others only the content is. */
const KEPT = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p br hr ul ol li dl dt dd table caption thead tbody tfoot tr td th a img blockquote pre code ' +
    'strong b em i s del sup sub'
  ).split(' '),
);
const LEFT_OUT = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'object',
  'svg',
  'textarea',
]);
const BLOCKS = new Set([
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'center',
  'address',
  'figure',
]);
const VOID = new Set(['br', 'hr', 'img']);
const NUMBERS = ['colspan', 'rowspan', 'start'];
/** Deeper than any page. */
const MAX_DEPTH = 500;

/** A page of HTML as the elements that documents consist of, without anything that acts or only looks. */
export function filterHtml(page: string): string {
  let html = '';
  let leftOut = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (LEFT_OUT.has(name)) leftOut++;
      depth++;
      if (leftOut > 0 || depth > MAX_DEPTH) return;
      const kept = keptName(name);
      if (kept !== undefined) html += `<${kept}${keptAttributes(kept, attributes)}>`;
    },
    ontext(text) {
      if (leftOut === 0) html += escapeText(text);
    },
    onclosetag(name) {
      const kept = keptName(name);
      if (leftOut === 0 && depth <= MAX_DEPTH && kept !== undefined && !VOID.has(kept)) html += `</${kept}>`;
      depth--;
      if (LEFT_OUT.has(name)) leftOut--;
    },
  });
  parser.end(page);
  return html.trim();
}

function keptName(name: string): string | undefined {
  if (KEPT.has(name)) return name;
  return BLOCKS.has(name) ? 'div' : undefined;
}

function keptAttributes(name: string, attributes: Readonly<Record<string, string>>): string {
  if (name === 'a') {
    const href = linkAddress(attributes['href'] ?? '');
    return href === undefined ? '' : ` href="${escapeAttribute(href)}"`;
  }
  if (name === 'img') {
    const { src = '', alt = '' } = attributes;
    const source = /^https?:\/\//i.test(src) ? ` src="${escapeAttribute(src)}"` : '';
    return `${source} alt="${escapeAttribute(alt)}"`;
  }
  return NUMBERS.filter((key) => /^\d{1,4}$/.test(attributes[key] ?? ''))
    .map((key) => ` ${key}="${attributes[key] ?? ''}"`)
    .join('');
}
