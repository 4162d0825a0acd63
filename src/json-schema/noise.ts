import type { SchemaObject } from './schema-node.ts';

/** Bounds that say no more than "a number that a program can count with". */
const BOUNDS: Readonly<Record<string, number>> = {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/**
 * A part of a schema without what generators write and a model need not read: bounds of safe integers, and the expression
 * beside a format that says the same. Values are still held against both.
 */
export function withoutNoise(node: SchemaObject): SchemaObject {
  const isNoise = (keyword: string, value: unknown): boolean =>
    value === BOUNDS[keyword] ||
    (keyword === 'pattern' && typeof value === 'string' && typeof node['format'] === 'string');
  const entries = Object.entries(node);
  const told = entries.filter(([keyword, value]) => !isNoise(keyword, value));
  return told.length === entries.length ? node : Object.fromEntries(told);
}
