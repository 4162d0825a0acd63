import type { DocumentContent, DocumentProperties } from './document.ts';
import { escapeAttribute, escapeText } from './markup.ts';

/** Names under which a web page would say the same of itself. */
const META_NAMES = {
  author: 'author',
  subject: 'subject',
  keywords: 'keywords',
  description: 'description',
  createdAt: 'dcterms.created',
  modifiedAt: 'article:modified_time',
  generator: 'generator',
} as const satisfies Partial<Record<keyof DocumentProperties, string>>;

/** A read file as a whole web page: what it says of itself stands in the head. */
export function documentHtml(content: DocumentContent): string {
  const { properties, pages } = content;
  const { title, language } = properties;
  const metas = [
    ...Object.entries(META_NAMES).map(([key, name]) =>
      meta(name, properties[key as keyof typeof META_NAMES]),
    ),
    ...Object.entries(properties.custom ?? {}).map(([name, value]) => meta(name, value)),
  ];
  const body = pages === undefined ? content.html : pages.map(({ html }) => html).join('\n');
  return [
    `<!doctype html><html${language === undefined ? '' : ` lang="${escapeAttribute(language)}"`}><head>`,
    title === undefined ? '' : `<title>${escapeText(title)}</title>`,
    ...metas,
    `</head><body>\n${body}\n</body></html>`,
  ].join('');
}

function meta(name: string, value: string | undefined): string {
  if (value === undefined || value === '') return '';
  return `<meta name="${escapeAttribute(name)}" content="${escapeAttribute(value)}">`;
}
