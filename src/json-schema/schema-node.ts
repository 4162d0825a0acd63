/** A schema that is no boolean: keywords and their values. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** A schema as `checkSchema` gives it: `true` is written as an empty object there. */
export type SchemaNode = SchemaObject | false;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a keyword that holds schemas by name; empty when it is absent. */
export function schemasOf(node: SchemaObject, keyword: string): Readonly<Record<string, SchemaNode>> {
  return (node[keyword] ?? {}) as Readonly<Record<string, SchemaNode>>;
}

/** The value of a keyword that holds a list of schemas; empty when it is absent. */
export function schemaList(node: SchemaObject, keyword: string): readonly SchemaNode[] {
  return (node[keyword] ?? []) as readonly SchemaNode[];
}

/** The names that an object must have. */
export function requiredOf(node: SchemaObject): ReadonlySet<string> {
  return new Set((node['required'] ?? []) as readonly string[]);
}

/** The types that a schema names; undefined when it names none. */
export function typesOf({ type }: SchemaObject): readonly string[] | undefined {
  return type === undefined || Array.isArray(type)
    ? (type as readonly string[] | undefined)
    : [type as string];
}

/** The schema that a reference of a checked schema points at. */
export function targetOf(root: SchemaObject, reference: unknown): SchemaNode {
  if (reference === '#') return root;
  return schemasOf(root, '$defs')[String(reference).slice('#/$defs/'.length)]!;
}

/** Follows references until there is none. A checked schema has no circle of them. */
export function withoutReference(root: SchemaObject, node: SchemaNode): SchemaNode {
  let at = node;
  while (at !== false && at['$ref'] !== undefined) at = targetOf(root, at['$ref']);
  return at;
}
