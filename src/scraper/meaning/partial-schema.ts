import type { SchemaObject } from '../../json-schema/schema-node.ts';

/** The keywords that a part of a page need not meet, since the rest of it may. */
const OF_THE_WHOLE = new Set(['required', 'minItems', 'minProperties', 'minContains', 'contains']);

/**
 * A schema for what a part of a page states of the whole: nothing is required of the object and the objects in it; of
 * entries of lists it is, since one does not stand in two parts.
 */
export function partialSchema(schema: SchemaObject): SchemaObject {
  const members = Object.entries(schema).filter(([keyword]) => !OF_THE_WHOLE.has(keyword));
  return Object.fromEntries(
    members.map(([keyword, value]) =>
      keyword === 'properties' && isObject(value) ? [keyword, eachPartial(value)] : [keyword, value],
    ),
  );
}

function eachPartial(properties: SchemaObject): SchemaObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, isObject(part) ? partialSchema(part) : part]),
  );
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
