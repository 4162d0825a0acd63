import type { JsonLdItem } from '../../html/json-ld.ts';
import { FactList, factName, type Fact } from '../facts/fact.ts';
import type { OrderedItems } from '../facts/json-ld-facts.ts';
import { LEAST_RECORDS, MOST_RECORDS, type RecordGroup } from './record.ts';

/** Lists of the page's JSON-LD: items of one type, and what an ItemList holds. */
export function itemRecords({ main, aside, resolve }: OrderedItems): RecordGroup[] {
  const byType = new Map<string, JsonLdItem[]>();
  for (const item of [...main, ...aside]) {
    const [type = ''] = item.types;
    const same = byType.get(type);
    if (same === undefined) byType.set(type, [item]);
    else same.push(item);
  }
  const groups: RecordGroup[] = [];
  for (const [type, items] of byType) {
    if (items.length >= LEAST_RECORDS)
      groups.push(
        groupOf(
          type,
          items.map(({ properties }) => properties),
          resolve,
        ),
      );
  }
  for (const { types, properties } of [...main, ...aside]) {
    if (!types.some((type) => /^(?:ItemList|OfferCatalog|CollectionPage)$/.test(type))) continue;
    const entries = properties['itemListElement'];
    if (!Array.isArray(entries) || entries.length < LEAST_RECORDS) continue;
    const things = entries.map((entry) => thingOf(entry, resolve)).filter((thing) => thing !== undefined);
    groups.push(groupOf(typeof properties['name'] === 'string' ? properties['name'] : '', things, resolve));
  }
  return groups;
}

type Properties = Readonly<Record<string, unknown>>;

/** The thing in a place of a list. */
function thingOf(entry: unknown, resolve: OrderedItems['resolve']): Properties | undefined {
  const place = resolve(entry);
  if (!isRecord(place)) return undefined;
  const thing = resolve(place['item']);
  return isRecord(thing) ? { ...place, ...thing } : place;
}

function groupOf(
  title: string,
  things: readonly Properties[],
  resolve: OrderedItems['resolve'],
): RecordGroup {
  const records = things.slice(0, MOST_RECORDS).map((thing) => recordFacts(thing, resolve));
  return { records, title: factName(title), kind: 'json-ld' };
}

/** The facts of an object: its properties, and those of objects in it under both names (`offers price`). */
export function recordFacts(thing: Properties, resolve: OrderedItems['resolve']): Fact[] {
  const list = new FactList();
  for (const [name, written] of Object.entries(thing).slice(0, 100)) {
    if (name.startsWith('@')) continue;
    const value = resolve(written);
    list.add(name, value, 'json-ld');
    const inner = resolve(Array.isArray(value) ? value[0] : value);
    if (!isRecord(inner)) continue;
    for (const [innerName, innerValue] of Object.entries(inner).slice(0, 50)) {
      if (!innerName.startsWith('@')) list.add(`${name} ${innerName}`, resolve(innerValue), 'json-ld');
    }
  }
  return list.facts;
}

function isRecord(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
