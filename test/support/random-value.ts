import {
  requiredOf,
  schemaList,
  schemasOf,
  withoutReference,
  type SchemaNode,
  type SchemaObject,
} from '../../src/json-schema/schema-node.ts';

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return function random() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Making {
  root: SchemaObject;
  random: () => number;
  level?: number;
}

/** A value that fits a schema of types, choices, objects, lists and alternatives; recursion ends at eight levels. */
export function randomValue(given: SchemaNode, making: Making): unknown {
  const { root, random, level = 0 } = making;
  const node = withoutReference(root, given);
  if (node === false) throw new Error('nothing fits this schema');
  const inner = { root, random, level: level + 1 };
  const options = schemaList(node, 'anyOf');
  // The last option of an optional property is null, which ends a recursion.
  if (options.length > 0) return randomValue(level > 8 ? options.at(-1)! : pick(options, random), inner);
  const choices = node['enum'] as readonly unknown[] | undefined;
  if (choices !== undefined) return pick(choices, random);
  if ('const' in node) return node['const'];
  switch (node['type']) {
    case 'object': {
      const required = requiredOf(node);
      const entries = Object.entries(schemasOf(node, 'properties'))
        .filter(([name]) => required.has(name) || random() < 0.5)
        .map(([name, part]) => [name, randomValue(part, inner)]);
      return Object.fromEntries(entries) as unknown;
    }
    case 'array': {
      const length = level > 8 ? 0 : Math.floor(random() * 4);
      return Array.from({ length }, () => randomValue(node['items'] as SchemaNode, inner));
    }
    case 'integer':
      return Math.floor(random() * 1_000);
    case 'number':
      return random() * 1_000;
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      return pick(['', 'a', 'Ünïcödé', '12', 'null', '{"a":1}'], random);
  }
}

function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)]!;
}
