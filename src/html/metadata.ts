import { resolveHttpUrl } from '../lib/addresses/url.ts';
import { findFavicon } from './metadata/favicon.ts';
import { META_FIELDS, type DerivedField, type MetaField, type MetaFieldSource } from './metadata/fields.ts';
import { isoTime } from './metadata/iso-time.ts';
import { declaredLanguages, firstLanguage } from './metadata/language.ts';
import { MetaTags, joinValues } from './metadata/meta-tags.ts';
import { readMicrodata } from './metadata/microdata.ts';
import { namedAuthors } from './metadata/named-authors.ts';
import { findMetadataNodes } from './metadata/nodes.ts';
import { isReservedName } from './metadata/reserved-names.ts';
import { readStructuredData } from './metadata/structured-data.ts';
import { elementText } from './metadata/text.ts';
import type { Tree } from './tree.ts';

/**
 * The metadata of a page (wire contract 4.3). Absent fields have no key. Other `meta` names stand under their own name;
 * none of them can be a name that the service uses itself.
 */
export type PageMetadata = { ogLocaleAlternate: string[] } & Partial<
  Record<MetaField | DerivedField, string>
> &
  Record<string, string | string[]>;

const MAX_OTHER_NAMES = 200;
const META_SOURCES: ReadonlyArray<readonly [string, MetaFieldSource]> = Object.entries(META_FIELDS);

/**
 * Reads the metadata of a page. Title, description and times that the head lacks are taken from OpenGraph, JSON-LD,
 * microdata and the first heading, in this order; times are in the form of ISO 8601 where they say for sure which day
 * they mean. `author` is that of `meta`, else of JSON-LD, microdata or the
 * one link that is `rel="author"`. `base` makes the addresses in it absolute; `contentLanguage` is the
 * response header of this name.
 */
export function collectMetadata(tree: Tree, base: URL, contentLanguage?: string): PageMetadata {
  const nodes = findMetadataNodes(tree);
  const tags = new MetaTags(tree, nodes.metas);
  const structured = readStructuredData(tree, nodes);
  const microdata = readMicrodata(tree, nodes.marked, ['description', 'datePublished', 'dateModified']);
  const derived: Record<DerivedField, string | undefined> = {
    title:
      firstText(tree, nodes.titles.slice(0, 1)) ??
      tags.first('og:title') ??
      tags.first('twitter:title') ??
      structured.title ??
      firstText(tree, nodes.headings.slice(0, 10)),
    description:
      joined(tags.all('description')) ??
      tags.first('og:description') ??
      tags.first('twitter:description') ??
      structured.description ??
      microdata.get('description'),
    language: firstLanguage([
      ...declaredLanguages(tree, nodes),
      contentLanguage,
      tags.first('og:locale'),
      structured.language,
    ]),
    favicon: findFavicon(tree, nodes.links, base),
    publishedTime: timeOf(
      tags.first('article:published_time') ?? structured.publishedTime ?? microdata.get('datePublished'),
    ),
    modifiedTime: timeOf(
      tags.first('article:modified_time') ??
        tags.first('og:updated_time') ??
        structured.modifiedTime ??
        microdata.get('dateModified'),
    ),
    articleSection: joined(tags.all('article:section')) ?? structured.section,
  };
  const author = authorOf(tags, () => structured.author ?? namedAuthors(tree, nodes.marked));
  return assembled({ author, ...derived }, tags, base);
}

/** One object that grows: copies of it would cost more than all that is in it. */
function assembled(
  fields: Readonly<Record<string, string | undefined>>,
  tags: MetaTags,
  base: URL,
): PageMetadata {
  const metadata: Record<string, string | string[]> = {};
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) metadata[field] = value;
  for (const [field, source] of META_SOURCES) {
    const value = readField(tags, source, base);
    if (value !== undefined) metadata[field] = value;
  }
  metadata['ogLocaleAlternate'] = tags.all('og:locale:alternate');
  addOtherNames(tags, metadata);
  return metadata as PageMetadata;
}

function firstText(tree: Tree, elements: readonly number[]): string | undefined {
  for (const element of elements) {
    const text = elementText(tree, element);
    if (text !== '') return text;
  }
  return undefined;
}

function joined(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : joinValues(values);
}

/** An author in a `meta` element stands under the name that the page wrote. */
function authorOf(tags: MetaTags, findAuthor: () => string | undefined): string | undefined {
  return tags.first('author') === undefined ? findAuthor() : undefined;
}

/** The form that the page gave a time in stays under the name of its own `meta` element. */
function timeOf(written: string | undefined): string | undefined {
  return written === undefined ? undefined : isoTime(written);
}

function readField(tags: MetaTags, { from, take }: MetaFieldSource, base: URL): string | undefined {
  if (take === 'all') return joined(tags.all(...from));
  const first = tags.first(...from);
  return take === 'url' && first !== undefined ? resolveHttpUrl(first, base) : first;
}

function addOtherNames(tags: MetaTags, metadata: Record<string, string | string[]>): void {
  let count = 0;
  for (const [name, values] of tags.entries()) {
    if (isReservedName(name)) continue;
    if (count++ === MAX_OTHER_NAMES) return;
    metadata[name] = joinValues(values);
  }
}
