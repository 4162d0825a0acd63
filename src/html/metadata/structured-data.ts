import { decodeHTML } from 'entities';
import { authorNames } from './author-names.ts';
import { readJsonLd, type JsonLdItem } from '../json-ld.ts';
import type { MetadataNodes } from './nodes.ts';
import { MAX_VALUE_LENGTH, cleanValue } from './text.ts';
import type { Tree } from '../tree.ts';

/** The facts about the page itself in its JSON-LD. */
export interface StructuredData {
  title?: string;
  description?: string;
  publishedTime?: string;
  modifiedTime?: string;
  section?: string;
  language?: string;
  author?: string;
}

/** Types that describe the site or a part of the page instead of the page. */
const NOT_THE_PAGE =
  /^(?:Organization|Corporation|LocalBusiness|WebSite|Person|BreadcrumbList|ListItem|ItemList|ImageObject|SearchAction|SiteNavigationElement|WP(?:Header|Footer|SideBar)|Review|AggregateRating|Offer|PostalAddress|Comment|Answer)$/;

/** Facts of the items that describe the page: the thing it is about first, then the page as such. */
export function readStructuredData(tree: Tree, nodes: MetadataNodes): StructuredData {
  const all = readJsonLd(tree, nodes.jsonLdScripts);
  const items = all.filter(({ types }) => !types.some((type) => NOT_THE_PAGE.test(type)));
  const ordered = [...items.filter((item) => !isPage(item)), ...items.filter(isPage)];
  const first = (...names: string[]): string | undefined => firstText(ordered, names);
  return withoutAbsent({
    title: first('headline', 'name'),
    description: first('description'),
    publishedTime: first('datePublished', 'dateCreated', 'uploadDate'),
    modifiedTime: first('dateModified'),
    section: first('articleSection'),
    language: first('inLanguage'),
    author: authorNames(ordered, all),
  });
}

function isPage({ types }: JsonLdItem): boolean {
  return types.some((type) => type.endsWith('Page'));
}

function firstText(items: readonly JsonLdItem[], names: readonly string[]): string | undefined {
  for (const { properties } of items) {
    for (const name of names) {
      const text = textOf(properties[name]);
      if (text !== '') return text;
    }
  }
  return undefined;
}

/** Authors of JSON-LD leave character references and tags of HTML in it. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    return cleanValue(
      value
        .slice(0, 100)
        .filter((part) => typeof part === 'string')
        .map(textOf)
        .join(', '),
    );
  }
  if (typeof value !== 'string') return '';
  return cleanValue(decodeHTML(value.slice(0, 2 * MAX_VALUE_LENGTH)).replaceAll(/<[^<>]*>/g, ' '));
}

function withoutAbsent(facts: {
  [K in keyof StructuredData]-?: StructuredData[K] | undefined;
}): StructuredData {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
