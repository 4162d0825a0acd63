import {
  isObject,
  requiredOf,
  schemaList,
  schemasOf,
  typesOf,
  withoutReference,
  type SchemaNode,
  type SchemaObject,
} from './schema-node.ts';
import { StepBudget } from './step-budget.ts';
import type { SchemaValidator } from './validate.ts';

export interface FitOptions {
  root: SchemaObject;
  isValid: SchemaValidator['isValid'];
}

const SINGLE: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);
const NUMBER = /^\s*-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?\s*$/;

/**
 * Brings a value that a model wrote into the form that the schema asks for, as far as that makes nothing up: a wrapper is
 * taken off, a text that is a number becomes one, a single value becomes a list of it, a null of an optional property is
 * left out, and so is what the schema forbids. Whether the result fits is for the validator to say.
 */
export function fitValue(value: unknown, { root, isValid }: FitOptions): unknown {
  if (isValid(value)) return value;
  const budget = new StepBudget();
  const fit = (part: unknown, node: SchemaNode): unknown => fitPart(part, node, { root, isValid, budget });
  const plain = fit(value, root);
  if (isValid(plain)) return plain;
  for (const inner of unwrapped(value, root)) {
    const candidate = fit(inner, root);
    if (isValid(candidate)) return candidate;
  }
  return plain;
}

interface Fitting extends FitOptions {
  budget: StepBudget;
}

/** Values that may be meant, when an object of the schema was put into another one or into a list. */
function* unwrapped(value: unknown, root: SchemaObject): Iterable<unknown> {
  if (Array.isArray(value)) {
    if (value.length === 1) yield value[0];
    return;
  }
  if (!isObject(value)) return;
  const known = schemasOf(root, 'properties');
  const entries = Object.entries(value).filter(([name]) => !Object.hasOwn(known, name));
  const [only] = entries;
  if (entries.length !== Object.keys(value).length || only === undefined) return;
  // A schema that was filled in: `{"type": "object", "properties": {...}}`.
  if (isObject(value['properties'])) yield value['properties'];
  else if (entries.length === 1) yield only[1];
}

function fitPart(value: unknown, given: SchemaNode, fitting: Fitting): unknown {
  const node = withoutReference(fitting.root, given);
  if (node === false || !fitting.budget.take()) return value;
  const options = [...schemaList(node, 'anyOf'), ...schemaList(node, 'oneOf')];
  if (options.length > 0 && !fitting.isValid(value, node)) {
    for (const option of options) {
      const candidate = fitPart(value, option, fitting);
      if (fitting.isValid(candidate, option)) return candidate;
    }
  }
  let result = fitType(value, node, fitting);
  for (const part of schemaList(node, 'allOf')) result = fitPart(result, part, fitting);
  return result;
}

function fitType(value: unknown, node: SchemaObject, fitting: Fitting): unknown {
  if (Array.isArray(value)) return fitList(value, node, fitting);
  if (isObject(value)) return fitObject(value, node, fitting);
  if (value === null) return value;
  const types = typesOf(node) ?? impliedTypes(node);
  // No type that a single value could have.
  const isList = types.includes('array') && !types.some((type) => SINGLE.has(type));
  return isList ? fitList([value], node, fitting) : fitScalar(value, types);
}

function fitScalar(value: unknown, types: readonly string[]): unknown {
  const isNumeric = types.includes('number') || types.includes('integer');
  const isText = types.includes('string');
  if (typeof value === 'string' && isNumeric && !isText && NUMBER.test(value)) return Number(value);
  return typeof value === 'number' && isText && !isNumeric ? String(value) : value;
}

function impliedTypes(node: SchemaObject): readonly string[] {
  if (node['properties'] !== undefined) return ['object'];
  return node['items'] === undefined ? [] : ['array'];
}

function fitList(list: readonly unknown[], node: SchemaObject, fitting: Fitting): unknown {
  const items = node['items'] as SchemaNode | undefined;
  return items === undefined ? list : list.map((entry) => fitPart(entry, items, fitting));
}

function fitObject(
  object: Readonly<Record<string, unknown>>,
  node: SchemaObject,
  fitting: Fitting,
): Record<string, unknown> {
  const properties = schemasOf(node, 'properties');
  const required = requiredOf(node);
  const isClosed = node['additionalProperties'] === false && node['patternProperties'] === undefined;
  const entries = Object.entries(object).flatMap(([name, entry]): Array<[string, unknown]> => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) return isClosed ? [] : [[name, entry]];
    if (entry === null && !required.has(name) && !fitting.isValid(null, property)) return [];
    return [[name, fitPart(entry, property, fitting)]];
  });
  // Entries become own members, whatever their names: an assignment to `__proto__` would not.
  return Object.fromEntries(entries);
}
