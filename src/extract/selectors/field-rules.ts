import { nameFit } from '../fill/aliases.ts';
import { factName } from '../facts/fact.ts';
import { isNamedKey } from './element-keys.ts';
import { isSameValue } from './field-values.ts';
import type { PlaceValue, PlaceRange } from './page-places.ts';
import type { Locator, PlaceIndex } from './place-index.ts';
import { findReading, readPlace, type Reading, type ReadingContext } from './reading.ts';
import type { SchemaField } from './schema-fields.ts';

/** A way to read a field, and how it has done on pages whose values are known. Plain data. */
export interface FieldRule extends Locator {
  readonly reading: Reading;
  /** Pages on which it gave the right value. */
  hits: number;
  /** The right values were not all the same. */
  isVaried: boolean;
  /** Digest of the first right value. */
  readonly first: number;
  /** The page calls the place as the schema calls the field. */
  readonly isNamed: boolean;
  /** It has the value where rules that are right elsewhere have another one: where it finds something, it wins. */
  readonly isException: boolean;
}

/** Rules that are kept of a field, and those of them that are asked. */
const MOST_RULES = 12;
export const MOST_VOTERS = 5;
const MOST_OF_A_PLACE = 2;
const MOST_EXCEPTIONS = 3;
/** Right on so many pages: two whose values differ, or that a name supports. */
const LEAST_HITS = 2;
/** The same value again and again may be chance. */
const LEAST_HITS_OF_CONSTANT = 4;
const LEAST_NAME_FIT = 0.6;
const MOST_VALUES = 200;
/** Characters around a value that are no chance; places that are looked through for them. */
const LEAST_FRAME = 5;
const MOST_FRAMED = 200;
/** Places with the value that are looked at. */
const MOST_MATCHES = 200;

type Source = Pick<SchemaField, 'words' | 'branches' | 'kind'>;

function contextOf({ words, branches }: Source, { base }: PlaceIndex): ReadingContext {
  return { property: words, branches, base };
}

/** The value that a rule gives on a page, or in a part of it; undefined when it gives none. */
export function applyRule(
  rule: Locator & { readonly reading: Reading },
  field: Source,
  index: PlaceIndex,
  range?: PlaceRange,
): unknown {
  const context = contextOf(field, index);
  if (field.kind === 'value') {
    for (const { value } of index.find(rule, { range, most: isFramed(rule.reading) ? MOST_FRAMED : 1 })) {
      const read = readPlace(value, rule.reading, context);
      if (read !== undefined) return read;
    }
    return undefined;
  }
  const values: unknown[] = [];
  const places = index.find(rule, { range, most: MOST_VALUES + 1 });
  // A part of a list is no answer.
  if (places.length > MOST_VALUES) return undefined;
  for (const { value } of places) {
    const read = readPlace(value, rule.reading, context);
    if (read === undefined) return undefined;
    if (!values.includes(read)) values.push(read);
  }
  return values.length === 0 ? undefined : values;
}

/** Fixed text around a value tells its place from others of the same name. */
function isFramed(reading: Reading): boolean {
  return reading.how === 'text' && reading.before.length + reading.after.length >= LEAST_FRAME;
}

/** Tells whether a rule has shown that it can be believed. */
export function isProven({ hits, isVaried, isNamed }: FieldRule): boolean {
  return hits >= (isVaried || isNamed ? LEAST_HITS : LEAST_HITS_OF_CONSTANT);
}

/**
 * Keeps the rules that are right on a page, or silent, and adds those that the page suggests. Where rules that were right
 * before are wrong, the new ones are exceptions to them: the price of a sale stands in another place.
 */
export function trainRules(
  rules: readonly FieldRule[],
  field: Source,
  index: PlaceIndex,
  value: unknown,
): FieldRule[] {
  const { right, silent, wrong } = examine(rules, field, index, value);
  const exceptions = silent.filter(({ isException }) => isException);
  const others = silent.filter(({ isException }) => !isException);
  if (right.some(({ isException }) => isException)) return [...right, ...silent, ...wrong.filter(isProven)];
  const proven = right.filter(isProven);
  // More would have been right on the pages before: they are chance.
  if (proven.some(({ hits }) => hits > LEAST_HITS)) return [...right, ...exceptions];
  const known = new Set(rules.map(nameOf));
  const fresh = suggestRules(field, index, value).filter((rule) => !known.has(nameOf(rule)));
  const lost = wrong.filter((rule) => isProven(rule) && !rule.isException);
  if (lost.length > 0 && fresh.length > 0) {
    const added = fresh.slice(0, MOST_EXCEPTIONS).map((rule) => ({ ...rule, isException: true }));
    return [...lost, ...right, ...others, ...[...exceptions, ...added].slice(-2 * MOST_EXCEPTIONS)];
  }
  // A rule that is silent where others are right knows less than they.
  const kept = proven.length > 0 ? right : [...right, ...others];
  // Those that have been right on more pages first; of equals in the order of their steadiness.
  const sorted = [...kept, ...fresh].toSorted((one, other) => other.hits - one.hits);
  return [...sorted.slice(0, MOST_RULES), ...exceptions];
}

function examine(rules: readonly FieldRule[], field: Source, index: PlaceIndex, value: unknown) {
  const digest = digestOf(value);
  const [right, silent, wrong]: [FieldRule[], FieldRule[], FieldRule[]] = [[], [], []];
  for (const rule of rules) {
    const given = applyRule(rule, field, index);
    if (given === undefined) silent.push(rule);
    else if (isSameValue(given, value)) {
      right.push({ ...rule, hits: rule.hits + 1, isVaried: rule.isVaried || rule.first !== digest });
    } else wrong.push(rule);
  }
  return { right, silent, wrong };
}

/** Rules that give this value on the page, or in a part of it, the steadiest first. */
export function suggestRules(
  field: Source,
  index: PlaceIndex,
  value: unknown,
  range?: PlaceRange,
): FieldRule[] {
  const sought: unknown = field.kind === 'values' ? (value as readonly unknown[])[0] : value;
  const context = contextOf(field, index);
  const [from, to] = range ?? [0, index.page.places.length];
  const found: Array<{ rule: FieldRule; rank: number }> = [];
  const tried = new Set<string>();
  for (let at = from, matches = 0; at < to && matches < MOST_MATCHES; at++) {
    const place = index.page.places[at]!;
    const reading = mayHold(place.value, sought) ? findReading(place.value, sought, context) : undefined;
    if (reading === undefined) continue;
    matches += 1;
    let ofPlace = 0;
    for (const locator of locatorsOf(place, range !== undefined || isFramed(reading))) {
      const rule = newRule(locator, reading, { field, value });
      const name = nameOf(rule);
      if (tried.has(name)) continue;
      tried.add(name);
      if (!isSameValue(applyRule(rule, field, index, range), value)) continue;
      found.push({ rule, rank: rankOf(rule) });
      if (++ofPlace === MOST_OF_A_PLACE) break;
    }
  }
  return found
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, MOST_RULES)
    .map(({ rule }) => rule);
}

/** A cheap look before the readings are tried: most places hold another value. */
function mayHold(raw: PlaceValue['value'], value: unknown): boolean {
  if (typeof raw !== 'string') return true;
  if (typeof value === 'number') return raw.length <= 200 && digitsOf(raw).includes(leadingDigits(value));
  if (typeof value !== 'string') return true;
  if (raw.includes(value.slice(0, 40))) return true;
  // Another form of it: a date, an address, a currency, one of the schema's own words, a text with references.
  return raw.length <= 300 || raw.includes('&');
}

/** The digits that stand in every way to write a number: `3.7 million` has 37 of 3700000. */
function leadingDigits(value: number): string {
  return digitsOf(String(value).replace(/e.*$/, ''))
    .replace(/^0+|0+$/g, '')
    .slice(0, 6);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D+/g, '');
}

function newRule(
  locator: Locator,
  reading: Reading,
  { field, value }: { field: Source; value: unknown },
): FieldRule {
  const name = factName(locator.key.replace(/@.*$/, '').replace(/^[a-z-]+:/, ''));
  const isNamed = field.words !== '' && nameFit(field.words, name) >= LEAST_NAME_FIT;
  return {
    ...locator,
    reading,
    hits: 1,
    isVaried: false,
    first: digestOf(value),
    isNamed,
    isException: false,
  };
}

function locatorsOf({ keys, under }: PlaceValue, mayBePlain: boolean): Locator[] {
  const [nearest, next] = under;
  const locators: Locator[] = [];
  for (const key of keys)
    if (isNamedKey(key) || mayBePlain || key.includes(':') || isTelling(key)) locators.push({ key });
  const [first] = keys;
  if (first === undefined || first.includes(':')) return locators;
  for (const name of [nearest, next]) if (name !== undefined) locators.push({ key: first, under: name });
  return locators;
}

function isTelling(key: string): boolean {
  return /^(?:h1|time)(?:@|$)/.test(key);
}

/** Data for machines before names of elements, those before looks; whole values before parts of a text. */
function rankOf({ key, under, reading, isNamed }: FieldRule): number {
  const ofReading = { scalar: 0, text: -0.5, number: -0.6, time: 0, day: 0, address: 0, currency: -0.1 }[
    reading.how
  ];
  return kindRank(key) + (isNamed ? 1.5 : 0) + ofReading - (under === undefined ? 0 : 0.3);
}

function kindRank(key: string): number {
  if (key.startsWith('json-ld:')) return 5;
  if (/^(?:microdata:|\[itemprop)/.test(key)) return 4.8;
  if (/^(?:title|pair):/.test(key)) return 4.2;
  if (key.startsWith('[')) return 4;
  if (/^[\w-]+:/.test(key)) return 3;
  if (key.startsWith('#')) return 3.5;
  return key.startsWith('.') ? 3.2 : 2;
}

function nameOf({ key, under = '', reading }: FieldRule): string {
  return `${key} ${under} ${JSON.stringify(reading)}`;
}

/** 31 bits that differ where values do; no text of a page is kept. */
function digestOf(value: unknown): number {
  const text = JSON.stringify(value) ?? '';
  let sum = 7;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) & 0x7fffffff;
  return sum;
}
