/** The kind of value that a keyword takes. */
export type KeywordKind =
  | 'any'
  | 'count'
  | 'flag'
  | 'names'
  | 'namesByName'
  | 'number'
  | 'pattern'
  | 'schema'
  | 'schemaList'
  | 'schemas'
  | 'text'
  | 'types'
  | 'values';

const KINDS: Readonly<Record<KeywordKind, string>> = {
  any: 'const default examples',
  count: 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
  flag: 'uniqueItems',
  names: 'required',
  namesByName: 'dependentRequired',
  number: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
  pattern: 'pattern',
  schema:
    'items contains additionalProperties unevaluatedProperties unevaluatedItems propertyNames not if then else',
  schemaList: 'prefixItems allOf anyOf oneOf',
  schemas: 'properties patternProperties dependentSchemas',
  text: 'title description format',
  types: 'type',
  values: 'enum',
};

/** The keywords of draft 2020-12 that count here; older ones are rewritten to these, all others are left out. */
export const KEYWORDS: ReadonlyMap<string, KeywordKind> = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as KeywordKind] as const),
  ),
);

/** Keywords that say nothing about a value. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);

/** Keywords whose schemas are about the value itself, not about a part of it. */
export const IN_PLACE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
]);

export const TYPE_NAMES: readonly string[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
];
