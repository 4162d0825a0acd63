import {
  isObject,
  requiredOf,
  schemaList,
  schemasOf,
  withoutReference,
  type SchemaNode,
  type SchemaObject,
} from './schema-node.ts';
import { StepBudget } from './step-budget.ts';
import type { SchemaValidator } from './validate.ts';

/** An answer to a strict schema, and the schema that the caller gave. */
export interface StrictAnswer {
  root: SchemaObject;
  isValid: SchemaValidator['isValid'];
}

/**
 * Takes out the nulls that stand for optional properties which are absent. A null that the caller allows stays. Among
 * alternatives the first counts that the result fits.
 */
export function fromStrict(value: unknown, { root, isValid }: StrictAnswer): unknown {
  const budget = new StepBudget();

  function bringBack(part: unknown, given: SchemaNode): unknown {
    const node = withoutReference(root, given);
    if (node === false || typeof part !== 'object' || part === null || !budget.take()) return part;
    const options = [...schemaList(node, 'anyOf'), ...schemaList(node, 'oneOf')];
    for (const option of options) {
      const candidate = bringBack(part, option);
      if (isValid(candidate, option)) return candidate;
    }
    let result = isObject(part) ? bringObjectBack(part, node) : bringListBack(part as unknown[], node);
    for (const sub of schemaList(node, 'allOf')) result = bringBack(result, sub);
    return result;
  }

  function bringListBack(list: readonly unknown[], node: SchemaObject): unknown {
    const items = node['items'] as SchemaNode | undefined;
    return items === undefined ? list : list.map((entry) => bringBack(entry, items));
  }

  function bringObjectBack(object: Readonly<Record<string, unknown>>, node: SchemaObject): unknown {
    const properties = schemasOf(node, 'properties');
    const required = requiredOf(node);
    const entries = Object.entries(object).flatMap(([name, entry]): Array<[string, unknown]> => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property === undefined) return [[name, entry]];
      const isAbsent = entry === null && !required.has(name) && !isValid(null, property);
      return isAbsent ? [] : [[name, bringBack(entry, property)]];
    });
    return Object.fromEntries(entries);
  }

  return bringBack(value, root);
}
