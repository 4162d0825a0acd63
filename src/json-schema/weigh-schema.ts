import { IN_PLACE, KEYWORDS } from './keywords.ts';
import { targetOf, schemaList, schemasOf, type SchemaNode, type SchemaObject } from './schema-node.ts';

/** A schema as a validator meets it: every reference counts as much as what it points at. */
export interface SchemaWeight {
  /** Schemas with references expanded; nothing beyond `MAX_WEIGHT` is counted on. */
  weight: number;
  /** Schemas inside each other with references expanded. */
  levels: number;
  /** A part of a value is checked by the schema that checks the whole. */
  isRecursive: boolean;
  /** A value is checked by a schema that checks the same value again, for ever. */
  isEndless: boolean;
}

export const MAX_WEIGHT = 10_000;
export const MAX_EXPANDED_LEVELS = 100;

interface Edge {
  node: SchemaNode;
  isInPlace: boolean;
}

/** Weighs in one walk: every schema is looked at once, however often it is referred to. */
export function weighSchema(root: SchemaObject): SchemaWeight {
  const walk = new Weighing(root);
  const { weight, levels } = walk.weigh(root, 1);
  const isEndless = levels <= MAX_EXPANDED_LEVELS && walk.isEndless(root);
  return { weight, levels, isRecursive: walk.isRecursive, isEndless };
}

class Weighing {
  isRecursive = false;
  readonly #root: SchemaObject;
  readonly #known = new Map<SchemaObject, { weight: number; levels: number }>();
  readonly #open = new Set<SchemaObject>();
  readonly #edges = new Map<SchemaObject, readonly Edge[]>();

  constructor(root: SchemaObject) {
    this.#root = root;
  }

  weigh(node: SchemaNode, level: number): { weight: number; levels: number } {
    if (node === false) return { weight: 1, levels: 1 };
    if (this.#open.has(node)) {
      this.isRecursive = true;
      return { weight: 1, levels: 1 };
    }
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    // Beyond the limit nothing more need be known.
    if (level > MAX_EXPANDED_LEVELS) return { weight: 1, levels: 1 };
    this.#open.add(node);
    let weight = 1;
    let levels = 0;
    for (const edge of this.#edgesOf(node)) {
      const part = this.weigh(edge.node, level + 1);
      weight = Math.min(weight + part.weight, MAX_WEIGHT + 1);
      levels = Math.max(levels, part.levels);
    }
    this.#open.delete(node);
    const result = { weight, levels: levels + 1 };
    this.#known.set(node, result);
    return result;
  }

  /** A circle of schemas that are all about the same value. The nesting is known to be within the limit. */
  isEndless(root: SchemaObject): boolean {
    const done = new Set<SchemaNode>();
    const open = new Set<SchemaNode>();
    const isOnCircle = (node: SchemaNode, level: number): boolean => {
      if (open.has(node)) return true;
      if (node === false || done.has(node) || level > MAX_EXPANDED_LEVELS) return false;
      open.add(node);
      const hasCircle = this.#edgesOf(node).some(
        (edge) => edge.isInPlace && isOnCircle(edge.node, level + 1),
      );
      open.delete(node);
      done.add(node);
      return hasCircle;
    };
    return [root, ...this.#edges.keys()].some((node) => isOnCircle(node, 1));
  }

  #edgesOf(node: SchemaObject): readonly Edge[] {
    const known = this.#edges.get(node);
    if (known !== undefined) return known;
    const edges = [...edgesWithin(node)];
    if (node['$ref'] !== undefined) edges.push({ node: targetOf(this.#root, node['$ref']), isInPlace: true });
    this.#edges.set(node, edges);
    return edges;
  }
}

function* edgesWithin(node: SchemaObject): Iterable<Edge> {
  for (const keyword of Object.keys(node)) {
    const isInPlace = IN_PLACE.has(keyword);
    for (const part of partsOf(node, keyword)) yield { node: part, isInPlace };
  }
}

function partsOf(node: SchemaObject, keyword: string): readonly SchemaNode[] {
  switch (KEYWORDS.get(keyword)) {
    case 'schema':
      return [node[keyword] as SchemaNode];
    case 'schemas':
      return Object.values(schemasOf(node, keyword));
    case 'schemaList':
      return schemaList(node, keyword);
    default:
      return [];
  }
}
