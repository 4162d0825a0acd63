import { z } from 'zod';

/** The part of JSON Schema (draft 2020-12) that our schemas come out as. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  description?: string;
  deprecated?: boolean;
  /** Ours: why this version refuses it, as the end of a sentence. */
  'x-refused'?: string;
  /** Ours: the variables of the operator that give what it needs. */
  'x-needs'?: readonly string[];
  /** Ours: the credits of an option beside those of the page, in words. */
  'x-credits'?: string;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  [keyword: string]: unknown;
}

/**
 * Gives the JSON Schema of what a schema accepts (`input`) or gives (`output`). Schemas with an id come out under
 * `$defs`. The metadata key `shorthand` lists strings that stand for an object; they become an alternative beside it.
 * The key `wholeNumber` has the bounds of a number that a query holds as text; it comes out as an integer.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      const node = jsonSchema as JsonSchema;
      dropSafeIntegerBounds(node);
      dropPatternOfFormat(node);
      addShorthand(node);
      showWholeNumber(node);
      dropClosedItems(node);
      if (io === 'output') allowLaterMembers(node);
    },
  });
  return json as JsonSchema;
}

export type ToJsonSchema = typeof toJsonSchema;

/** Writes each schema once and gives the same object from then on, for a text that needs many more than once. */
export function oncePerSchema(write: ToJsonSchema): ToJsonSchema {
  const written = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() };
  return function writeOnce(schema, io) {
    const json = written[io].get(schema) ?? write(schema, io);
    written[io].set(schema, json);
    return json;
  };
}

/** Bounds that say no more than "a number that JavaScript can count with". */
function dropSafeIntegerBounds(node: JsonSchema): void {
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
}

/** `format` says it already, and shorter. */
function dropPatternOfFormat(node: JsonSchema): void {
  if (node.format !== undefined) delete node.pattern;
}

function addShorthand(node: JsonSchema): void {
  const { shorthand, id, ...full } = node;
  if (!Array.isArray(shorthand)) return;
  for (const keyword of Object.keys(node)) delete node[keyword];
  node.anyOf = [{ type: 'string', enum: shorthand }, full];
  if (id !== undefined) node.id = id;
}

function showWholeNumber(node: JsonSchema): void {
  const { wholeNumber, pattern: _pattern, ...rest } = node;
  if (wholeNumber === undefined) return;
  for (const keyword of Object.keys(node)) delete node[keyword];
  Object.assign(node, rest, { type: 'integer' }, wholeNumber);
}

/** A tuple says by `maxItems` that nothing follows; linters of OpenAPI take no list with `items: false` beside it. */
function dropClosedItems(node: JsonSchema): void {
  if ((node.items as unknown) === false && node.maxItems !== undefined) node.items = {};
}

/** A later release may add members to an answer: no client should be generated that refuses them. */
function allowLaterMembers(node: JsonSchema): void {
  if (node.additionalProperties === false) delete node.additionalProperties;
}
