import { z } from 'zod';
import { nearMiss } from './near-miss.ts';

interface OtherName {
  /** The option that does it here. */
  option: string;
  /** How it is written here, when the name alone does not say. */
  value?: string;
}

const JSON_FORMAT: OtherName = {
  option: 'formats',
  value: '[{ "type": "json", "schema": {...}, "prompt": "..." }]',
};

/** Options of earlier versions of the protocol, under the names that they have there. */
const OTHER_NAMES: Readonly<Record<string, OtherName>> = {
  maxDepth: { option: 'maxDiscoveryDepth' },
  ignoreSitemap: { option: 'sitemap', value: '"skip"' },
  sitemapOnly: { option: 'sitemap', value: '"only"' },
  includes: { option: 'includePaths' },
  excludes: { option: 'excludePaths' },
  allowBackwardLinks: { option: 'crawlEntireDomain' },
  allowBackwardCrawling: { option: 'crawlEntireDomain' },
  allowExternalContentLinks: { option: 'allowExternalLinks' },
  onlyIncludeTags: { option: 'includeTags' },
  removeTags: { option: 'excludeTags' },
  geolocation: { option: 'location' },
  parsePDF: { option: 'parsers', value: '["pdf"], or [] for none' },
  includeMarkdown: { option: 'formats', value: '["markdown"]' },
  includeHtml: { option: 'formats', value: '["html"]' },
  includeRawHtml: { option: 'formats', value: '["rawHtml"]' },
  includeLinks: { option: 'formats', value: '["links"]' },
  screenshot: { option: 'formats', value: '["screenshot"]' },
  fullPageScreenshot: { option: 'formats', value: '["screenshot@fullPage"]' },
  extract: JSON_FORMAT,
  extractorOptions: JSON_FORMAT,
  jsonOptions: JSON_FORMAT,
  changeTrackingOptions: { option: 'formats', value: '["markdown", { "type": "changeTracking", ... }]' },
};

/** Objects that held options in earlier versions, or hold them in other requests, each with an option that they held. */
const GROUPS: Readonly<Record<string, string>> = {
  pageOptions: 'onlyMainContent',
  scrapeOptions: 'onlyMainContent',
  crawlerOptions: 'maxDiscoveryDepth',
};

/** The options of a scrape where a request has them in an object of their own. */
const SCRAPE_OPTIONS = 'scrapeOptions';

/** Names of options that stand beside an object, not in it. */
export const optionsBeside = z.registry<{ names: readonly string[] }>();

/**
 * Says what to write instead of a key that `schema` does not know, as a remark in brackets: another name, another
 * place. Undefined when nothing is near.
 */
export function unknownKeyHint(key: string, schema: unknown): string | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined;
  const name = camelCase(key);
  const places: Places = {
    known: keysOf(schema),
    inner: keysOf(objectIn(schema.shape[SCRAPE_OPTIONS])),
    beside: optionsBeside.get(schema)?.names ?? [],
  };
  return groupHint(name, places) ?? placeHint(name, places) ?? nearHint(key, places);
}

/** The names of options, by where they are. */
interface Places {
  /** In the object itself. */
  known: readonly string[];
  /** In its `scrapeOptions`. */
  inner: readonly string[];
  /** Beside the object, which is `scrapeOptions`. */
  beside: readonly string[];
}

function groupHint(name: string, { known, inner }: Places): string | undefined {
  const member = Object.hasOwn(GROUPS, name) ? GROUPS[name]! : '';
  if (known.includes(member)) return 'its members belong here directly, without it';
  return inner.includes(member) ? didYouMean(SCRAPE_OPTIONS) : undefined;
}

function placeHint(name: string, { known, inner, beside }: Places): string | undefined {
  const other = otherName(name) ?? { option: name };
  if (known.includes(other.option)) return written(other, '');
  if (inner.includes(name)) return `it belongs in ${SCRAPE_OPTIONS}.${name}`;
  if (inner.includes(other.option)) return written(other, `${SCRAPE_OPTIONS}.`);
  return beside.includes(other.option)
    ? `${other.option} belongs beside ${SCRAPE_OPTIONS}, not in it`
    : undefined;
}

function nearHint(key: string, { known, inner }: Places): string | undefined {
  const near = nearMiss(key, known);
  if (near !== undefined) return didYouMean(near);
  const nearInner = nearMiss(key, inner);
  return nearInner === undefined ? undefined : didYouMean(`${SCRAPE_OPTIONS}.${nearInner}`);
}

/** The option that does here what one of an earlier version did; undefined for names that none had. */
export function otherName(name: string): OtherName | undefined {
  return Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
}

function written({ option, value }: OtherName, place: string): string {
  return value === undefined ? didYouMean(`${place}${option}`) : `write ${place}${option}: ${value}`;
}

function didYouMean(name: string): string {
  return `did you mean "${name}"?`;
}

/** `only_main_content` and `only-main-content` as `onlyMainContent`. */
export function camelCase(key: string): string {
  return key.replaceAll(/[_-]([a-z])/gi, (_, letter: string) => letter.toUpperCase());
}

/** The keys of an object schema, without those it only tolerates. */
function keysOf(schema: unknown): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const fields: Array<[string, z.ZodType]> = Object.entries(schema.shape);
  return fields.filter(([, field]) => !field.meta()?.deprecated).map(([key]) => key);
}

/** The object schema in a field that has a default, may be absent or is transformed. */
function objectIn(field: unknown): unknown {
  for (let schema = field; ;) {
    if (schema instanceof z.ZodPipe) schema = schema.in;
    else if (
      schema instanceof z.ZodPrefault ||
      schema instanceof z.ZodDefault ||
      schema instanceof z.ZodOptional
    )
      schema = schema.unwrap();
    else return schema;
  }
}
