import { ANNOTATIONS } from './keywords.ts';
import { withoutNoise } from './noise.ts';
import {
  requiredOf,
  schemaList,
  schemasOf,
  typesOf,
  withoutReference,
  type SchemaNode,
  type SchemaObject,
} from './schema-node.ts';

const MAX_LEVELS = 10;
const MAX_PROPERTIES = 5_000;
const MAX_CHOICES = 1_000;
const NULL: SchemaObject = { type: 'null' };

/** Constraints that providers refuse; a model reads them, and we check them. */
const TOLD: Readonly<Record<string, string>> = {
  format: 'format',
  pattern: 'matches the regular expression',
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
  multipleOf: 'a multiple of',
  minLength: 'characters, at least',
  maxLength: 'characters, at most',
  minItems: 'entries, at least',
  maxItems: 'entries, at most',
  uniqueItems: 'no entry twice',
};
/** Keywords that the strict subset has, in their own way. */
const KEPT: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  '$defs',
]);
const COMBINING: readonly string[] = ['anyOf', 'oneOf', 'allOf', '$ref'];

/**
 * Says a checked schema in the strict subset that providers enforce: every property is required, an optional one may be
 * null instead, nothing else is allowed. Undefined when it cannot be said so. `fromStrict` brings answers back.
 */
export function toStrict(root: SchemaObject): SchemaObject | undefined {
  try {
    const work = new Strictness(root);
    const top = withoutReference(root, root);
    if (top === false) return undefined;
    const { $defs: _definitions, ...whole } = top;
    const schema = work.say(whole, 1);
    if (schema['type'] !== 'object') return undefined;
    const definitions = Object.entries(schemasOf(root, '$defs')).map(
      ([name, part]): [string, SchemaObject] => [name, work.say(part, 1)],
    );
    return definitions.length > 0 ? { ...schema, $defs: Object.fromEntries(definitions) } : schema;
  } catch (error) {
    if (error instanceof NotStrict) return undefined;
    throw error;
  }
}

class NotStrict extends Error {
  override readonly name = 'NotStrict';
}

class Strictness {
  readonly #root: SchemaObject;
  #properties = 0;
  #choices = 0;

  constructor(root: SchemaObject) {
    this.#root = root;
  }

  say(node: SchemaNode, level: number): SchemaObject {
    if (node === false || level > MAX_LEVELS) throw new NotStrict();
    for (const keyword of Object.keys(node))
      if (!KEPT.has(keyword) && !(keyword in TOLD) && !ANNOTATIONS.has(keyword)) throw new NotStrict();
    return { ...said(node), ...this.#sayCore(node, level) };
  }

  #sayCore(node: SchemaObject, level: number): SchemaObject {
    const combining = COMBINING.filter((keyword) => node[keyword] !== undefined);
    const [first] = combining;
    if (first !== undefined) {
      const isAlone = Object.keys(node).every(
        (keyword) => keyword === first || keyword === 'type' || ANNOTATIONS.has(keyword),
      );
      if (!isAlone) throw new NotStrict();
      return this.#sayCombined(node, first, level);
    }
    const types = typesOf(node);
    if (types !== undefined && types.length > 1)
      return { anyOf: types.map((type) => this.#sayPlain(node, type, level)) };
    return this.#sayPlain(node, types?.[0] ?? impliedType(node), level);
  }

  #sayCombined(node: SchemaObject, keyword: string, level: number): SchemaObject {
    if (keyword === '$ref') return { $ref: node['$ref'] };
    const parts = schemaList(node, keyword);
    if (keyword !== 'allOf') return { anyOf: parts.map((part) => this.say(part, level)) };
    if (parts.length === 1) return this.say(parts[0]!, level);
    return this.#sayPlain(this.#merge(parts), 'object', level);
  }

  /** Objects of properties that do not meet are one object. */
  #merge(parts: readonly SchemaNode[]): SchemaObject {
    const properties = new Map<string, SchemaNode>();
    const required = new Set<string>();
    for (const given of parts) {
      const part = withoutReference(this.#root, given);
      if (part === false) throw new NotStrict();
      const isPlain = Object.keys(part).every(
        (keyword) =>
          ['type', 'properties', 'required', '$defs'].includes(keyword) || ANNOTATIONS.has(keyword),
      );
      if (!isPlain || (part['type'] ?? 'object') !== 'object') throw new NotStrict();
      for (const [name, schema] of Object.entries(schemasOf(part, 'properties'))) {
        if (properties.has(name)) throw new NotStrict();
        properties.set(name, schema);
      }
      for (const name of requiredOf(part)) required.add(name);
    }
    return { type: 'object', properties: Object.fromEntries(properties), required: [...required] };
  }

  #sayPlain(node: SchemaObject, type: string | undefined, level: number): SchemaObject {
    if (type === 'object') return this.#sayObject(node, level);
    if (type === 'array') {
      if (node['items'] === undefined) throw new NotStrict();
      return { type, items: this.say(node['items'] as SchemaNode, level + 1) };
    }
    const choices = node['enum'] as readonly unknown[] | undefined;
    this.#choices += choices?.length ?? 0;
    if (this.#choices > MAX_CHOICES) throw new NotStrict();
    const chosen = {
      ...(choices !== undefined && { enum: choices.filter((value) => isOfType(value, type)) }),
      ...(node['const'] !== undefined && { const: node['const'] }),
    };
    if (type === undefined && Object.keys(chosen).length === 0) throw new NotStrict();
    return { ...(type !== undefined && { type }), ...chosen };
  }

  #sayObject(node: SchemaObject, level: number): SchemaObject {
    const entries = Object.entries(schemasOf(node, 'properties'));
    const others = node['additionalProperties'];
    const isOpen = others !== undefined && others !== false && Object.keys(others as object).length > 0;
    this.#properties += entries.length;
    if (entries.length === 0 || isOpen || this.#properties > MAX_PROPERTIES) throw new NotStrict();
    const required = requiredOf(node);
    for (const name of required) if (!entries.some(([known]) => known === name)) throw new NotStrict();
    const properties = entries.map(([name, part]): [string, SchemaObject] => {
      const strict = this.say(part, level + 1);
      return [name, required.has(name) ? strict : orNull(strict)];
    });
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: entries.map(([name]) => name),
      additionalProperties: false,
    };
  }
}

/** The type of a schema that names none, where its keywords tell it. */
function impliedType(node: SchemaObject): string | undefined {
  if (node['properties'] !== undefined) return 'object';
  return node['items'] === undefined ? undefined : 'array';
}

function isOfType(value: unknown, type: string | undefined): boolean {
  if (type === undefined) return true;
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function orNull(strict: SchemaObject): SchemaObject {
  if (strict['type'] === 'null') return strict;
  const options = schemaList(strict, 'anyOf');
  if (options.length === 0) {
    const { description, ...rest } = strict;
    return { ...(description !== undefined && { description }), anyOf: [rest, NULL] };
  }
  const hasNull = options.some((option) => option !== false && option['type'] === 'null');
  return hasNull ? strict : { ...strict, anyOf: [...options, NULL] };
}

/** The description, with the constraints that the strict subset has no keywords for. */
function said(given: SchemaObject): SchemaObject {
  const node = withoutNoise(given);
  const constraints = Object.entries(TOLD).flatMap(([keyword, words]) => {
    const value = node[keyword];
    if (value === undefined || value === false) return [];
    return [value === true ? words : `${words} ${JSON.stringify(value)}`];
  });
  // Beside a reference some providers take nothing.
  const own = node['$ref'] === undefined ? (node['description'] ?? node['title']) : undefined;
  const text = [...(typeof own === 'string' ? [own] : []), ...bracketed(constraints)];
  const description = text.join(' ');
  return description === '' ? {} : { description };
}

function bracketed(words: readonly string[]): string[] {
  return words.length === 0 ? [] : [`(${words.join('; ')})`];
}
