import type { SchemaField } from './schema-fields.ts';

/** How a field is written that a page does not state. */
export type Empty = 'none' | 'null' | 'list' | 'text';

/** The value of a field; undefined where it has none. */
export function valueAt(value: unknown, { path }: Pick<SchemaField, 'path'>): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** Tells how a value says that there is nothing; undefined when there is something. */
export function emptinessOf(value: unknown): Empty | undefined {
  if (value === undefined) return 'none';
  if (value === null) return 'null';
  if (value === '') return 'text';
  return Array.isArray(value) && value.length === 0 ? 'list' : undefined;
}

export function emptyValue(empty: Empty): unknown {
  return { none: undefined, null: null, text: '', list: [] }[empty];
}

/** Puts values in the places of their fields, in the order of the schema; undefined when there are none. */
export function assemble(
  fields: ReadonlyArray<Pick<SchemaField, 'path'>>,
  values: readonly unknown[],
): unknown {
  let whole: unknown;
  for (const [index, { path }] of fields.entries()) {
    const value = values[index];
    if (value === undefined) continue;
    if (path.length === 0) return value;
    whole ??= {};
    put(whole as Record<string, unknown>, path, value);
  }
  return whole;
}

function put(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = root;
  for (const name of path.slice(0, -1)) {
    if (!Object.hasOwn(at, name)) define(at, name, {});
    at = at[name] as Record<string, unknown>;
  }
  define(at, path.at(-1)!, value);
}

/** A plain property even of a name like `__proto__`. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Tells whether two values say the same: the order of properties and blanks in texts make no difference. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** Values come from answers that were checked not to nest deeply. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'string') return part.replaceAll(/\s+/g, ' ').trim();
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
