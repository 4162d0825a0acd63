import type { Fact, FactSource } from '../facts/fact.ts';
import { factName } from '../facts/fact.ts';
import type { PageFacts } from '../facts/collect-facts.ts';
import type { ShownPage } from '../facts/shown-walk.ts';
import { findRecords } from '../records/find-records.ts';
import { recordFacts } from '../records/item-records.ts';
import type { RecordGroup } from '../records/record.ts';
import { convertScalar, machineText } from './convert-value.ts';
import { FactMatcher, type Candidate } from './match-facts.ts';
import { branchesOf, isNullable, isSchema, resolveSchema, typeOf, type Schema } from './schema.ts';

/** Where the value of a field comes from. */
export interface FieldEvidence {
  /** The field, as a JSON pointer. */
  readonly path: string;
  readonly source: FactSource;
  /** The name that the page gives it. */
  readonly name: string;
  /** The node that shows it; -1 when it stands in data for machines. */
  readonly node: number;
  /** How likely it is what was asked for, from 0 to 1. */
  readonly score: number;
}

/** A caller's schema, filled from a page. */
export interface FilledSchema {
  /** Undefined when nothing was found, or a required field is missing. */
  readonly value: unknown;
  /** Required fields that the page does not state, as JSON pointers. */
  readonly missing: readonly string[];
  readonly evidence: readonly FieldEvidence[];
}

/** Properties that are looked at, those of each record counted again: nobody gets so many, but a hostile schema. */
const MOST_NODES = 200_000;
const MAX_DEPTH = 8;
/** Groups of records are compared by their first ones. */
const SAMPLE = 5;
const LEAST_FILLED = 0.3;
/** A value under one of these names is the thing that the page is about. */
const WRAPPER =
  /^(?:data|result|page|item|product|article|post|recipe|event|job|book|movie|film|video|company|business|restaurant|hotel|listing|info|information|details|metadata|content)$/;

interface Scope {
  readonly matcher: FactMatcher;
  /** The record is one of a list: lists of the page are none of its own. */
  readonly isRecord: boolean;
}

interface Field {
  readonly path: string;
  /** The names of the property and of objects around it, in words. */
  readonly words: string;
  readonly depth: number;
}

/**
 * Fills a JSON Schema, which was checked before, with what a page states. A property takes the fact whose name and
 * source fit best, converted to its type, format and values; what is not stated is left out, never guessed.
 */
export function fillSchema(page: ShownPage, facts: PageFacts, schema: Schema): FilledSchema {
  return new SchemaFiller(page, facts, schema).fill();
}

class SchemaFiller {
  readonly #page: ShownPage;
  readonly #facts: PageFacts;
  readonly #root: Schema;
  readonly #missing = new Set<string>();
  #evidence: FieldEvidence[] = [];
  #groups: RecordGroup[] | undefined;
  #left = MOST_NODES;

  constructor(page: ShownPage, facts: PageFacts, root: Schema) {
    this.#page = page;
    this.#facts = facts;
    this.#root = root;
  }

  fill(): FilledSchema {
    const scope: Scope = { matcher: new FactMatcher(this.#facts.facts), isRecord: false };
    const field: Field = { path: '', words: '', depth: 0 };
    let value: unknown;
    for (const branch of branchesOf(resolveSchema(this.#root, this.#root), this.#root)) {
      value ??=
        typeOf(branch) === 'array'
          ? this.#fillList(branch, field, scope)
          : this.#fillObject(branch, field, scope);
    }
    return { value, missing: [...this.#missing], evidence: value === undefined ? [] : this.#evidence };
  }

  /** An object with what was found for its properties; undefined when that is nothing, or a required one is missing. */
  #fillObject(schema: Schema, field: Field, scope: Scope): Record<string, unknown> | undefined {
    const { properties, required } = schema;
    if (!isSchema(properties) || field.depth > MAX_DEPTH) return undefined;
    const needed = new Set(Array.isArray(required) ? required : []);
    const entries: Array<[string, unknown]> = [];
    let isWhole = true;
    let found = 0;
    for (const [name, written] of Object.entries(properties)) {
      if (!isSchema(written) || this.#left-- <= 0) continue;
      const own = resolveSchema(written, this.#root);
      const path = `${field.path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const words = `${field.words} ${factName(name)}`.trim();
      const value = this.#fillProperty(own, { path, words, depth: field.depth + 1 }, scope);
      if (value !== undefined) found += 1;
      if (value !== undefined) entries.push([name, value]);
      else if (needed.has(name)) {
        if (isNullable(own, this.#root)) entries.push([name, null]);
        else isWhole = this.#miss(path, scope);
      }
    }
    // `fromEntries` makes a plain property even of a name like `__proto__`.
    return found > 0 && isWhole ? Object.fromEntries(entries) : undefined;
  }

  #miss(path: string, { isRecord }: Scope): false {
    if (!isRecord) this.#missing.add(path);
    return false;
  }

  #fillProperty(schema: Schema, field: Field, scope: Scope): unknown {
    for (const branch of branchesOf(schema, this.#root)) {
      const type = typeOf(branch);
      const value =
        type === 'object'
          ? this.#fillInner(branch, field, scope)
          : type === 'array'
            ? this.#fillList(branch, field, scope)
            : this.#fillScalar(branch, field, scope);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #fillScalar(schema: Schema, field: Field, { matcher }: Scope): unknown {
    const context = { property: field.words, base: this.#page.base };
    for (const candidate of matcher.candidates(field.words)) {
      const value = convertScalar(candidate.fact.value, schema, context);
      if (value === undefined || value === '') continue;
      this.#note(field, candidate);
      return value;
    }
    return undefined;
  }

  /** The object that a fact holds; a text alone is its name; else the parts, each looked for under both names. */
  #fillInner(schema: Schema, field: Field, scope: Scope): unknown {
    for (const { fact } of scope.matcher.candidates(field.words)) {
      const inner: unknown = Array.isArray(fact.value) ? fact.value[0] : fact.value;
      const facts = isSchema(inner) ? recordFacts(inner, this.#facts.items.resolve) : nameFacts(fact);
      if (facts.length === 0) continue;
      const own: Scope = { matcher: new FactMatcher(facts), isRecord: true };
      const value = this.#fillObject(schema, { ...field, words: '' }, own);
      if (value !== undefined) return value;
    }
    const words = WRAPPER.test(field.words) ? '' : field.words;
    return this.#fillObject(schema, { ...field, words }, scope);
  }

  #fillList(schema: Schema, field: Field, scope: Scope): unknown[] | undefined {
    const written = schema['items'];
    const items = isSchema(written) ? resolveSchema(written, this.#root) : {};
    const isOfObjects = branchesOf(items, this.#root).some((branch) => typeOf(branch) === 'object');
    const { minItems } = schema as { minItems?: unknown };
    const list = isOfObjects
      ? this.#fillRecords(items, field, scope)
      : this.#fillScalars(items, field, scope);
    return list === undefined || (typeof minItems === 'number' && list.length < minItems) ? undefined : list;
  }

  /** All values that a page gives under the name that fits best. */
  #fillScalars(items: Schema, field: Field, { matcher }: Scope): unknown[] | undefined {
    const context = { property: field.words, base: this.#page.base };
    const candidates = matcher.candidates(field.words);
    for (const { fact, score } of candidates) {
      const same = candidates.filter(
        ({ fact: other }) => other.name === fact.name && other.source === fact.source,
      );
      const values = same.flatMap(({ fact: other }) => partsOf(other.value));
      const converted = values
        .map((value) => convertScalar(value, items, context))
        .filter((value) => value !== undefined && value !== '');
      if (converted.length === 0) continue;
      this.#note(field, { fact, score });
      return [...new Set(converted)];
    }
    return undefined;
  }

  #fillRecords(items: Schema, field: Field, scope: Scope): unknown[] | undefined {
    const { resolve } = this.#facts.items;
    const named = scope.matcher
      .candidates(field.words)
      .filter(({ fact }) => Array.isArray(fact.value) && fact.value.some(isSchema))
      .map(({ fact }) => (fact.value as unknown[]).map(resolve).filter(isSchema));
    for (const things of named) {
      const records = things.map((thing) => recordFacts(thing, resolve));
      const list = this.#fillAll(items, field, records);
      if (list.length > 0) return list;
    }
    return scope.isRecord ? undefined : this.#fillBestGroup(items, field);
  }

  /** The list of the page whose members say most of what is asked for. */
  #fillBestGroup(items: Schema, field: Field): unknown[] | undefined {
    this.#groups ??= findRecords(this.#page, this.#facts);
    let best: RecordGroup | undefined;
    let most = 0;
    for (const group of this.#groups) {
      const share = this.#filledShare(items, field, group);
      const isNamed = group.title !== '' && field.words !== '' && group.title.includes(field.words);
      const score = share * Math.log2(1 + group.records.length) * (isNamed ? 1.5 : 1);
      if (share >= LEAST_FILLED && score > most) [best, most] = [group, score];
    }
    if (best === undefined) return undefined;
    const list = this.#fillAll(items, field, best.records);
    return list.length === 0 ? undefined : list;
  }

  /** The share of the properties that are asked for which the first records have. */
  #filledShare(items: Schema, field: Field, { records }: RecordGroup): number {
    const evidence = this.#evidence;
    this.#evidence = [];
    const sample = this.#fillAll(items, field, records.slice(0, SAMPLE));
    this.#evidence = evidence;
    const object = branchesOf(items, this.#root).find((branch) => typeOf(branch) === 'object');
    const asked = Object.keys(isSchema(object?.['properties']) ? object['properties'] : {}).length;
    const filled = sample.reduce<number>((sum, value) => sum + Object.keys(value as object).length, 0);
    return asked === 0 ? 0 : filled / (asked * Math.min(SAMPLE, records.length));
  }

  #fillAll(items: Schema, field: Field, records: ReadonlyArray<readonly Fact[]>): unknown[] {
    const list: unknown[] = [];
    for (const facts of records) {
      const scope: Scope = { matcher: new FactMatcher(facts), isRecord: true };
      const path = `${field.path}/${list.length}`;
      for (const branch of branchesOf(items, this.#root)) {
        const value = this.#fillObject(branch, { path, words: '', depth: field.depth + 1 }, scope);
        if (value === undefined) continue;
        list.push(value);
        break;
      }
    }
    return list;
  }

  #note({ path }: Field, { fact, score }: Candidate): void {
    const { source, name, node } = fact;
    this.#evidence.push({ path, source, name, node, score: Math.round(score * 100) / 100 });
  }
}

/** A text where an object is asked for is the name of it. */
function nameFacts(fact: Fact): Fact[] {
  const text = machineText(fact.value);
  return text === undefined || text === '' ? [] : [{ ...fact, name: 'name', value: text }];
}

/** The members of a list; a text of keywords is one. */
function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' && value.includes(',') ? value.split(/\s*,\s*/) : [value];
}
