import { factName } from '../facts/fact.ts';
import { branchesOf, isNullable, isSchema, resolveSchema, typeOf, type Schema } from '../fill/schema.ts';

/** A part of a schema whose value is read from a page as a whole. */
export interface SchemaField {
  /** The names of the properties on the way to it; none for a list that is the whole value. */
  readonly path: readonly string[];
  /** The same in words. */
  readonly words: string;
  /** One value, several of them, or several objects. */
  readonly kind: 'value' | 'values' | 'records';
  /** The ways in which a single value may be. */
  readonly branches: readonly Schema[];
  /** The properties of each object. */
  readonly items: readonly SchemaField[];
  readonly isRequired: boolean;
  readonly isNullable: boolean;
}

/** Rules for more are not worth their room. */
const MOST_FIELDS = 60;
const MAX_DEPTH = 5;

interface Level {
  readonly schema: Schema;
  readonly path: readonly string[];
  readonly isRequired: boolean;
  readonly mayHold: boolean;
}

/**
 * The fields of a schema that was checked before; undefined for one that has parts which no fixed set of fields can say:
 * free names, several kinds of objects, lists in lists, itself.
 */
export function schemaFields(root: Schema): readonly SchemaField[] | undefined {
  return fieldsBelow({ schema: root, path: [], isRequired: true, mayHold: true }, root);
}

function fieldsBelow(start: Level, root: Schema): readonly SchemaField[] | undefined {
  const fields: SchemaField[] = [];
  const open = [start];
  for (let at = 0; at < open.length; at++) {
    const level = open[at]!;
    const found = readLevel(level, root);
    if (found === undefined || fields.length + open.length > 2 * MOST_FIELDS) return undefined;
    if ('field' in found) fields.push(found.field);
    else open.push(...found.levels);
  }
  return fields.length === 0 || fields.length > MOST_FIELDS ? undefined : fields;
}

type LevelParts = { field: SchemaField } | { levels: readonly Level[] };

function readLevel(level: Level, root: Schema): LevelParts | undefined {
  const { path } = level;
  const schema = resolveSchema(level.schema, root);
  const branches = branchesOf(schema, root).filter(({ type }) => type !== 'null');
  const kinds = new Set(branches.map(typeOf));
  if (schema['allOf'] !== undefined || path.length > MAX_DEPTH) return undefined;
  if (kinds.has('object') || kinds.has('array')) {
    const [only] = branches;
    if (branches.length !== 1 || only === undefined) return undefined;
    return typeOf(only) === 'object' ? membersOf(only, level) : listOf(only, level, root);
  }
  if (branches.length === 0 || path.length === 0) return undefined;
  return { field: { ...fieldOf(level, root), kind: 'value', branches, items: [] } };
}

function membersOf(schema: Schema, { path, isRequired }: Level): LevelParts | undefined {
  const { properties, required, patternProperties, additionalProperties } = schema;
  if (!isSchema(properties) || patternProperties !== undefined || isSchema(additionalProperties))
    return undefined;
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const levels: Level[] = [];
  for (const [name, member] of Object.entries(properties)) {
    if (!isSchema(member)) return undefined;
    const isNeeded = isRequired && needed.has(name);
    levels.push({ schema: member, path: [...path, name], isRequired: isNeeded, mayHold: true });
  }
  return { levels };
}

function listOf(schema: Schema, level: Level, root: Schema): LevelParts | undefined {
  const { items, prefixItems } = schema;
  if (!level.mayHold || !isSchema(items) || prefixItems !== undefined) return undefined;
  const inner = resolveSchema(items, root);
  const branches = branchesOf(inner, root).filter(({ type }) => type !== 'null');
  const kinds = new Set(branches.map(typeOf));
  if (kinds.has('array')) return undefined;
  if (!kinds.has('object'))
    return { field: { ...fieldOf(level, root), kind: 'values', branches, items: [] } };
  const members = fieldsBelow({ schema: inner, path: [], isRequired: true, mayHold: false }, root);
  // A list within the objects of a list has no place of its own that could be told from the others'.
  if (members === undefined || members.some(({ kind }) => kind !== 'value')) return undefined;
  return { field: { ...fieldOf(level, root), kind: 'records', branches: [], items: members } };
}

function fieldOf({ schema, path, isRequired }: Level, root: Schema) {
  return {
    path,
    words: path.map(factName).join(' '),
    isRequired,
    isNullable: isNullable(resolveSchema(schema, root), root),
  };
}
