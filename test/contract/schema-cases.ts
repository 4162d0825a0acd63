import type { JsonSchema } from '../../src/contract/json-schema.ts';

/** A value for one field of an object and whether the contract takes it. */
export interface FieldCase {
  name: string;
  field: string;
  value: unknown;
}

interface Limits {
  least: number | undefined;
  most: number | undefined;
  /** A value of that size. */
  make: (size: number) => unknown;
}

/** For every field of an object schema: values just inside each bound, and each value of an enumeration. */
export function acceptedCases(schema: JsonSchema): FieldCase[] {
  return fieldsOf(schema).flatMap(([field, definition]) => [
    ...boundsOf(definition).flatMap(({ least, most, make }) =>
      [least, most]
        .filter((size) => size !== undefined)
        .map((size) => ({ name: `${field} at its bound ${size}`, field, value: make(size) })),
    ),
    ...(definition.enum ?? []).map((value) => ({ name: `${field}: ${String(value)}`, field, value })),
  ]);
}

/** For every field of an object schema: values of another type, just outside each bound, and outside an enumeration. */
export function refusedCases(schema: JsonSchema): FieldCase[] {
  return fieldsOf(schema).flatMap(([field, definition]) => [
    ...valuesOfOtherTypes(definition).map((value) => ({
      name: `${field}: ${JSON.stringify(value)} is of a wrong type`,
      field,
      value,
    })),
    ...boundsOf(definition).flatMap(({ least, most, make }) => [
      ...(least === undefined || (least === 0 && definition.type !== 'integer')
        ? []
        : [{ name: `${field} below ${least}`, field, value: make(least - 1) }]),
      ...(most === undefined ? [] : [{ name: `${field} above ${most}`, field, value: make(most + 1) }]),
    ]),
    ...(definition.enum === undefined
      ? []
      : [{ name: `${field}: no such value`, field, value: 'no such value' }]),
    ...(definition.type === 'integer' ? [{ name: `${field}: 10.5 is not whole`, field, value: 10.5 }] : []),
  ]);
}

/** The schema that a `$ref` at the top stands for. */
export function unfold(schema: JsonSchema): JsonSchema {
  const id = schema.$ref?.slice('#/$defs/'.length);
  return (id !== undefined && schema.$defs?.[id]) || schema;
}

function fieldsOf(schema: JsonSchema): Array<[string, JsonSchema]> {
  return Object.entries(unfold(schema).properties ?? {});
}

function boundsOf(schema: JsonSchema): Limits[] {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return [{ least: schema.minimum, most: schema.maximum, make: (size) => size }];
    case 'string':
      return [{ least: schema.minLength, most: schema.maxLength, make: (size) => 'x'.repeat(size) }];
    default:
      return [];
  }
}

/** One value of each JSON type that the schema does not name. */
function valuesOfOtherTypes(schema: JsonSchema): unknown[] {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  const candidates: Array<[string, unknown]> = [
    ['string', 'text'],
    ['integer', 12],
    ['boolean', true],
    ['null', null],
    ['array', [[[]]]],
    ['object', { unexpected: { member: [] } }],
  ];
  return candidates
    .filter(([type]) => !types.includes(type) && !(type === 'integer' && types.includes('number')))
    .map(([, value]) => value);
}

/** Types that the schema accepts; none when it takes anything or refers to another one. */
function typesOf(schema: JsonSchema): string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  if (schema.const !== undefined) return [typeof schema.const];
  if (schema.$ref !== undefined) return ['object', 'string'];
  return schema.anyOf?.flatMap(typesOf) ?? [];
}
