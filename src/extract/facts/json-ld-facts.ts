import { readJsonLd, type JsonLdItem } from '../../html/json-ld.ts';
import type { Tree } from '../../html/tree.ts';
import type { FactList, FactSource } from './fact.ts';

/** Types that describe the site or a part of the page instead of the thing that the page is about. */
const ASIDE =
  /^(?:Organization|Corporation|NewsMediaOrganization|WebSite|Person|BreadcrumbList|ListItem|ImageObject|SearchAction|SiteNavigationElement|WP(?:Header|Footer|SideBar)|Review|AggregateRating|Offer|Comment|Answer|Question)$/;
const WRITERS = /^(?:author|creator)$/;
/** Objects within objects are followed so deep. */
const MAX_DEPTH = 3;
const MAX_PROPERTIES = 200;

/** The items of a page's JSON-LD: the thing that it is about first, then the page as such, then all others. */
export interface OrderedItems {
  readonly main: readonly JsonLdItem[];
  readonly aside: readonly JsonLdItem[];
  /** Gives the object that an `@id` stands for. */
  resolve(value: unknown): unknown;
}

/** Reads the items of these `application/ld+json` scripts, and orders them by what they describe. */
export function orderedItems(tree: Tree, scripts: readonly number[]): OrderedItems {
  const all = readJsonLd(tree, scripts);
  const byId = new Map<unknown, unknown>(
    all.flatMap(({ properties }) =>
      properties['@id'] === undefined ? [] : [[properties['@id'], properties]],
    ),
  );
  const isAside = ({ types }: JsonLdItem): boolean => types.some((type) => ASIDE.test(type));
  const main = all.filter((item) => !isAside(item));
  return {
    main: [...main.filter((item) => !isPage(item)), ...main.filter(isPage)],
    aside: all.filter(isAside),
    resolve: (value) => (isReference(value) ? (byId.get(value['@id']) ?? value) : value),
  };
}

function isPage({ types }: JsonLdItem): boolean {
  return types.some((type) => type.endsWith('Page'));
}

/** Adds what the items state: each property, and those of objects in it under both names (`offers price`). */
export function addJsonLdFacts(list: FactList, items: OrderedItems): void {
  const { main, aside, resolve } = items;
  for (const item of main) {
    const source = isPage(item) ? 'page-item' : 'json-ld';
    addProperties(list, { properties: item.properties, source, resolve });
  }
  for (const { properties } of aside) addProperties(list, { properties, source: 'aside', resolve });
}

interface Level {
  properties: Readonly<Record<string, unknown>>;
  source: FactSource;
  resolve: OrderedItems['resolve'];
}

/** A list of work instead of recursion: JSON may nest as deep as it likes. */
function addProperties(list: FactList, { properties, source, resolve }: Level): void {
  const open = [{ prefix: '', properties, depth: 1 }];
  for (let at = 0; at < open.length; at++) {
    const { prefix, properties: level, depth } = open[at]!;
    for (const [name, written] of Object.entries(level).slice(0, MAX_PROPERTIES)) {
      if (name.startsWith('@')) continue;
      const value = resolve(written);
      const path = prefix === '' ? name : `${prefix} ${name}`;
      const inner = resolve(Array.isArray(value) ? value[0] : value);
      // The firm that publishes a page has not written it.
      const isFirm =
        WRITERS.test(name) && isRecord(inner) && /Organization|Corporation/.test(String(inner['@type']));
      list.add(path, value, isFirm ? 'aside' : source);
      if (depth < MAX_DEPTH && isRecord(inner) && !isFirm)
        open.push({ prefix: path, properties: inner, depth: depth + 1 });
    }
  }
}

function isReference(value: unknown): value is { '@id': unknown } {
  return isRecord(value) && value['@id'] !== undefined && Object.keys(value).length <= 2;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
