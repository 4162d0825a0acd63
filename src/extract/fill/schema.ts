/** A node of a caller's JSON Schema, checked and brought into its plain form before. */
export type Schema = Readonly<Record<string, unknown>>;

/** References are followed so far. */
const MAX_REFERENCES = 16;

/** The schema that a node stands for, its local references followed. */
export function resolveSchema(schema: Schema, root: Schema): Schema {
  let at = schema;
  for (let step = 0; step < MAX_REFERENCES; step++) {
    const reference = at['$ref'];
    if (typeof reference !== 'string' || !reference.startsWith('#')) return at;
    const target = pointed(root, reference);
    if (target === undefined) return {};
    at = target;
  }
  return {};
}

function pointed(root: Schema, reference: string): Schema | undefined {
  let at: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    if (!isSchema(at)) return undefined;
    at = at[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return isSchema(at) ? at : undefined;
}

/** The ways in which a value may be: members of `anyOf` and `oneOf`, a schema for each of several types. */
export function branchesOf(schema: Schema, root: Schema): Schema[] {
  const members = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(members)) {
    return members
      .filter(isSchema)
      .slice(0, 20)
      .map((member) => resolveSchema(member, root));
  }
  const { type } = schema as { type?: unknown };
  if (Array.isArray(type)) return type.slice(0, 7).map((one) => ({ ...schema, type: one as unknown }));
  return [schema];
}

/** Tells whether null is a value of it. */
export function isNullable(schema: Schema, root: Schema): boolean {
  return branchesOf(schema, root).some(
    ({ type, const: only, enum: values }) =>
      type === 'null' || only === null || (Array.isArray(values) && values.includes(null)),
  );
}

/** The kind of value that a schema asks for; what has properties is an object even when it does not say so. */
export function typeOf(schema: Schema): string | undefined {
  if (typeof schema['type'] === 'string') return schema['type'];
  if (isSchema(schema['properties'])) return 'object';
  return isSchema(schema['items']) ? 'array' : undefined;
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
