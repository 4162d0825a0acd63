import * as T from '../../html/tags.ts';
import type { PageFacts } from '../facts/collect-facts.ts';
import { LONGEST_VALUE, type Fact, type FactSource } from '../facts/fact.ts';
import { shortText } from '../facts/short-text.ts';
import { shownElements, type ShownPage } from '../facts/shown-walk.ts';
import { itemRecords } from '../records/item-records.ts';
import { tableRecords } from '../records/table-records.ts';
import { elementKeys, isNamedKey } from './element-keys.ts';
import { NodeSelectors } from './node-selectors.ts';
import type { PagePlaces, PlaceValue, PlaceRange } from './page-places.ts';
import { templateKey } from './template-key.ts';

const MOST_PLACES = 5_000;
/** Characters of all values together. */
const MOST_TEXT = 400_000;
const MOST_GROUPS = 400;
const LONGEST_ATTRIBUTE = 500;
const LONGEST_LABEL = 40;
/** Facts are cut there. */
const LONGEST_LIST = 200;
const LONGEST_TITLE = 300;
/** Elements around a place that are remembered. */
const MOST_LEVELS = 3;
/** A record has so many nodes at least. */
const LEAST_NODES = 3;
const VALUE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'href',
  'src',
  'content',
  'datetime',
  'title',
  'alt',
  'aria-label',
  'value',
]);
const VALUE_DATA =
  /^data-(?:[a-z]+-)*(?:price|sku|id|value|rating|date|count|amount|currency|name|src|url|score)$/;
/** Elements that are no records, however many of them stand side by side. */
const NO_RECORDS: ReadonlySet<number> = new Set([
  T.B,
  T.BR,
  T.CODE,
  T.EM,
  T.I,
  T.IMG,
  T.INPUT,
  T.OPTION,
  T.SPAN,
  T.STRONG,
  T.SUP,
  T.TD,
  T.TH,
  T.DT,
  T.DD,
]);

/** Collects the places of a page that a value can be read from: one pass over what readers see, beside the facts. */
export function collectPlaces(page: ShownPage, facts: PageFacts, url: URL): PagePlaces {
  const collector = new PlaceCollector(page);
  collector.addFacts(facts.facts);
  for (const { node, tag } of shownElements(page)) collector.see(node, tag);
  collector.closeUntil(Infinity);
  for (const { kind, title, records } of [...itemRecords(facts.items), ...tableRecords(page)])
    collector.addRecords(`${kind}:${title}`, records);
  return {
    template: templateKey(page, url),
    base: page.base.href,
    isWhole: !collector.isFull,
    places: collector.places,
    groups: collector.groups(),
  };
}

interface OpenElement {
  readonly end: number;
  readonly keys: readonly string[];
  readonly from: number;
  /** Undefined for an element that is no record of anything. */
  readonly siblings: Siblings | undefined;
}

interface Siblings {
  readonly way: string;
  readonly isNamed: boolean;
  readonly ranges: PlaceRange[];
}

class PlaceCollector {
  readonly places: PlaceValue[] = [];
  readonly #page: ShownPage;
  readonly #selectors: NodeSelectors;
  readonly #open: OpenElement[] = [];
  readonly #siblings = new Map<string, Siblings>();
  #textLeft = MOST_TEXT;
  /** By parent: the short text of its last child, which may be the label of the next one. */
  readonly #labels = new Map<number, string>();

  constructor(page: ShownPage) {
    this.#page = page;
    this.#selectors = new NodeSelectors(page.tree);
  }

  addFacts(facts: readonly Fact[]): void {
    for (const { name, source, value } of facts) {
      if (isCut(value, source)) continue;
      for (const one of Array.isArray(value) ? value : [value])
        this.#add({ keys: [`${source}:${name}`], under: [] }, one);
    }
  }

  addRecords(way: string, records: ReadonlyArray<readonly Fact[]>): void {
    const ranges: PlaceRange[] = [];
    for (const facts of records) {
      const from = this.places.length;
      this.addFacts(facts);
      ranges.push([from, this.places.length]);
    }
    if (!this.#siblings.has(way)) this.#siblings.set(way, { way, isNamed: true, ranges });
  }

  see(node: number, tag: number): void {
    this.closeUntil(node);
    if (this.isFull) return;
    const { tree } = this.#page;
    const keys = elementKeys(tree, node);
    const under = this.#namesAround();
    this.#open.push({
      end: tree.end[node]!,
      keys,
      from: this.places.length,
      siblings: this.#siblingsOf(node, tag, { keys, under }),
    });
    this.#seeText(node, keys, under);
    if (tree.hasAttributes(node)) this.#seeAttributes(node, keys, under);
  }

  get isFull(): boolean {
    return this.places.length >= MOST_PLACES || this.#textLeft <= 0;
  }

  closeUntil(node: number): void {
    for (let top = this.#open.at(-1); top !== undefined && top.end <= node; top = this.#open.at(-1)) {
      this.#open.pop();
      if (top.siblings !== undefined && this.places.length > top.from)
        top.siblings.ranges.push([top.from, this.places.length]);
    }
  }

  /** Ranges of one way, whatever element they stand in; a single element is a record only where it has a name. */
  groups(): Record<string, PlaceRange[]> {
    const byWay = new Map<string, PlaceRange[]>();
    for (const { way, isNamed, ranges } of this.#siblings.values()) {
      if (ranges.length === 0 || (ranges.length === 1 && !isNamed)) continue;
      const same = byWay.get(way);
      if (same !== undefined) same.push(...ranges);
      else if (byWay.size < MOST_GROUPS) byWay.set(way, [...ranges]);
    }
    return Object.fromEntries(byWay);
  }

  #seeText(node: number, keys: readonly string[], under: readonly string[]): void {
    const { tree } = this.#page;
    const parent = tree.parent[node]!;
    const label = this.#labels.get(parent);
    const text = shortText(tree, node, LONGEST_VALUE);
    if (text === '') return;
    const isLabel = text !== undefined && text.length <= LONGEST_LABEL && !/\d/.test(text);
    if (isLabel) this.#labels.set(parent, text);
    else this.#labels.delete(parent);
    if (text === undefined) return;
    const selector = this.#selectors.of(node);
    this.#add({ keys, under, selector }, text);
    if (label !== undefined) this.#add({ keys: [`beside:${label}`], under, selector }, text);
  }

  #seeAttributes(node: number, keys: readonly string[], under: readonly string[]): void {
    for (const [name, value] of this.#page.tree.attributes(node)) {
      if (value === '' || value.length > LONGEST_ATTRIBUTE) continue;
      if (!VALUE_ATTRIBUTES.has(name) && !VALUE_DATA.test(name)) continue;
      const named = keys.map((key) => `${key}@${name}`);
      this.#add({ keys: named, under, selector: this.#selectors.of(node) }, value.trim());
    }
  }

  /** The names of the nearest elements that have any. */
  #namesAround(): readonly string[] {
    const names: string[] = [];
    for (let at = this.#open.length - 1; at >= 0 && names.length < MOST_LEVELS; at--) {
      if (this.#open.length - at > 3 * MOST_LEVELS) break;
      const key = this.#open[at]!.keys.find(isNamedKey);
      if (key !== undefined) names.push(key);
    }
    return names;
  }

  #siblingsOf(
    node: number,
    tag: number,
    { keys, under }: Pick<PlaceValue, 'keys' | 'under'>,
  ): Siblings | undefined {
    const { tree } = this.#page;
    if (NO_RECORDS.has(tag) || tree.end[node]! - node < LEAST_NODES) return undefined;
    const own = keys.find(isNamedKey);
    const kind = own === undefined ? tree.name(node) : `${tree.name(node)}${own}`;
    const id = `${tree.parent[node]} ${kind}`;
    const known = this.#siblings.get(id);
    if (known !== undefined) return known;
    const way = under[0] === undefined ? kind : `${under[0]}>${kind}`;
    const siblings: Siblings = { way, isNamed: own !== undefined, ranges: [] };
    this.#siblings.set(id, siblings);
    return siblings;
  }

  #add(place: Omit<PlaceValue, 'value'>, value: unknown): void {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return;
    if (value === '' || this.isFull) return;
    this.#textLeft -= typeof value === 'string' ? value.length : 8;
    this.places.push({ ...place, value });
  }
}

/** A fact may be the beginning of what the page says. */
function isCut(value: unknown, source: FactSource): boolean {
  if (Array.isArray(value)) return value.length >= LONGEST_LIST;
  const longest = source === 'title' || source === 'heading' ? LONGEST_TITLE : LONGEST_VALUE;
  return typeof value === 'string' && value.length >= longest;
}
