import { isObject, type SchemaObject } from './schema-node.ts';

/** Rewrites what OpenAPI and drafts before 2020-12 say in other words. Gives a copy. */
export function modernise(given: SchemaObject): Record<string, unknown> {
  const node = { ...given };
  moveTuple(node);
  moveDependencies(node);
  moveBound(node, 'minimum', 'exclusiveMinimum');
  moveBound(node, 'maximum', 'exclusiveMaximum');
  // References to the innermost schema of a name: without resources of their own the outermost is the same.
  node['$ref'] ??= node['$dynamicRef'] ?? node['$recursiveRef'];
  // No format of the standard; the validator's expression for it takes exponential time.
  if (node['format'] === 'url') node['format'] = 'uri';
  return allowNull(node);
}

function moveTuple(node: Record<string, unknown>): void {
  if (!Array.isArray(node['items'])) return;
  node['prefixItems'] ??= node['items'];
  delete node['items'];
  if (node['additionalItems'] !== undefined) node['items'] = node['additionalItems'];
}

function moveDependencies(node: Record<string, unknown>): void {
  const { dependencies } = node;
  if (!isObject(dependencies)) return;
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  if (names.length > 0) node['dependentRequired'] ??= Object.fromEntries(names);
  if (schemas.length > 0) node['dependentSchemas'] ??= Object.fromEntries(schemas);
}

/** In draft 4 an exclusive bound is a flag beside the bound. */
function moveBound(node: Record<string, unknown>, bound: string, exclusive: string): void {
  if (typeof node[exclusive] !== 'boolean') return;
  const isExclusive = node[exclusive];
  delete node[exclusive];
  if (!isExclusive || node[bound] === undefined) return;
  node[exclusive] = node[bound];
  delete node[bound];
}

function allowNull(node: Record<string, unknown>): Record<string, unknown> {
  const isNullable = node['nullable'] === true;
  delete node['nullable'];
  if (!isNullable) return node;
  const { type } = node;
  const isPlain = node['$ref'] === undefined && node['const'] === undefined;
  if (isPlain && typeof type === 'string' && !['allOf', 'anyOf', 'oneOf'].some((name) => name in node)) {
    if (Array.isArray(node['enum']) && !node['enum'].includes(null)) node['enum'] = [...node['enum'], null];
    return { ...node, type: type === 'null' ? type : [type, 'null'] };
  }
  const { title, description, ...rest } = node;
  const said = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  return { ...said, anyOf: [rest, { type: 'null' }] };
}
