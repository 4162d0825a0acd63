import { ANNOTATIONS, KEYWORDS, TYPE_NAMES, type KeywordKind } from './keywords.ts';
import { findTarget } from './find-target.ts';
import { modernise } from './older-keywords.ts';
import { isObject, type SchemaNode, type SchemaObject } from './schema-node.ts';

type Path = ReadonlyArray<string | number>;

/** A fault of a schema: where it is, and the predicate of a sentence about that place. */
export interface SchemaFault {
  path: Path;
  problem: string;
}

/** A schema in the words of draft 2020-12, with everything that it refers to under `$defs`. */
export interface NormalSchema {
  schema: SchemaObject;
  faults: readonly SchemaFault[];
  /** A sentence for each part that was left out. */
  warnings: readonly string[];
}

interface Target {
  name: string;
  original: unknown;
  path: Path;
}

/** Schemas inside each other. */
const MAX_LEVELS = 32;
const MAX_FAULTS = 50;
/** Drafts in which a reference stands for all beside it. */
const LONE_REFERENCES = /draft-0[3-7]/;

/** Rewrites a schema from a caller; what cannot be read is left out and told as a fault. */
export function normaliseSchema(original: SchemaObject): NormalSchema {
  const work = new Normalising(original);
  const schema = work.convert(original, [], 0);
  const definitions = work.convertTargets();
  const { faults, warnings } = work;
  const root = schema === false ? {} : schema;
  return {
    schema: Object.keys(definitions).length > 0 ? { ...root, $defs: definitions } : root,
    faults,
    warnings,
  };
}

class Normalising {
  readonly faults: SchemaFault[] = [];
  readonly warnings: string[] = [];
  readonly #root: SchemaObject;
  readonly #hasLoneReferences: boolean;
  readonly #targets = new Map<unknown, Target>();
  readonly #references = new Map<string, unknown>();
  readonly #names = new Set<string>();
  #hasInnerId = false;

  constructor(root: SchemaObject) {
    this.#root = root;
    this.#hasLoneReferences = LONE_REFERENCES.test(String(root['$schema']));
  }

  /** Targets of references may refer to further ones. */
  convertTargets(): Record<string, SchemaNode> {
    const definitions: Array<[string, SchemaNode]> = [];
    for (const { name, original, path } of this.#targets.values())
      definitions.push([name, this.convert(original, path, 0)]);
    return Object.fromEntries(definitions);
  }

  convert(original: unknown, path: Path, level: number): SchemaNode {
    if (original === true) return {};
    if (original === false) return false;
    if (!isObject(original)) return this.#fault(path, 'must be a schema: an object, true or false');
    if (level > MAX_LEVELS) return this.#fault(path, `nests deeper than ${MAX_LEVELS} levels`);
    if (original !== this.#root) this.#warnOfId(original, path);
    const node = modernise(original);
    const reference = node['$ref'] === undefined ? {} : this.#refer(node['$ref'], path);
    const isLone = node['$ref'] !== undefined && this.#hasLoneReferences;
    const entries = Object.entries(node).flatMap(([keyword, value]): Array<[string, unknown]> => {
      const kind = KEYWORDS.get(keyword);
      if (kind === undefined || (isLone && !ANNOTATIONS.has(keyword))) return [];
      const read = this.#read(kind, value, { path: [...path, keyword], level });
      return read === undefined ? [] : [[keyword, read]];
    });
    return { ...reference, ...Object.fromEntries(entries) };
  }

  #fault(path: Path, problem: string): SchemaObject {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ path, problem });
    return {};
  }

  /** References within a part that has an address of its own would count from there. */
  #warnOfId(part: SchemaObject, path: Path): void {
    if (this.#hasInnerId || typeof part['$id'] !== 'string') return;
    this.#hasInnerId = true;
    this.warnings.push(`${[...path, '$id'].join('.')} was left out: references count from the whole schema`);
  }

  #refer(reference: unknown, path: Path): SchemaObject {
    const at = [...path, '$ref'];
    if (typeof reference !== 'string') return this.#fault(at, 'must be a text such as "#/$defs/name"');
    if (!this.#references.has(reference)) this.#references.set(reference, findTarget(this.#root, reference));
    const original = this.#references.get(reference);
    if (original === undefined)
      return this.#fault(at, 'must point at a part of this schema, such as "#/$defs/name"');
    if (original === this.#root) return { $ref: '#' };
    const known = this.#targets.get(original);
    if (known !== undefined) return { $ref: `#/$defs/${known.name}` };
    const name = this.#newName(reference);
    this.#targets.set(typeof original === 'boolean' ? Symbol(name) : original, {
      name,
      original,
      path: [reference],
    });
    return { $ref: `#/$defs/${name}` };
  }

  /** Names of letters, digits, `_` and `-` need no escapes, and every provider takes them. */
  #newName(reference: string): string {
    const last = /[^/#]*$/.exec(reference)?.[0] ?? '';
    const plain = last.replaceAll(/[^\w-]+/g, '_').slice(0, 40) || 'part';
    let name = plain;
    for (let count = 2; this.#names.has(name); count++) name = `${plain}_${count}`;
    this.#names.add(name);
    return name;
  }

  /** Gives undefined for what is left out. */
  #read(kind: KeywordKind, value: unknown, place: { path: Path; level: number }): unknown {
    const { path, level } = place;
    switch (kind) {
      case 'any':
        return value;
      case 'text':
        return typeof value === 'string' ? value : undefined;
      case 'schema':
        return this.convert(value, path, level + 1);
      case 'schemas':
        return this.#readSchemas(value, place);
      case 'schemaList':
        return this.#readList(value, place);
      case 'pattern':
        return this.#readPattern(value, path);
      case 'names':
        if (typeof value !== 'boolean') return this.#readNames(value, path);
        this.warnings.push(`${place.path.join('.')} was left out: it lists names`);
        return undefined;
      default:
        return this.#readPlain(kind, value, path);
    }
  }

  #readPlain(kind: KeywordKind, value: unknown, path: Path): unknown {
    const problem = plainProblem(kind, value);
    if (problem === undefined) return value;
    this.#fault(path, problem);
    return undefined;
  }

  #readSchemas(value: unknown, { path, level }: { path: Path; level: number }): unknown {
    if (!isObject(value)) return this.#fault(path, 'must be an object of schemas');
    const arePatterns = path.at(-1) === 'patternProperties';
    const entries = Object.entries(value).flatMap(([name, part]): Array<[string, SchemaNode]> => {
      if (!name.isWellFormed()) this.#fault(path, 'has a name that is no text');
      if (arePatterns && this.#readPattern(name, [...path, name]) === undefined) return [];
      return [[name, this.convert(part, [...path, name], level + 1)]];
    });
    return Object.fromEntries(entries);
  }

  #readList(value: unknown, { path, level }: { path: Path; level: number }): unknown {
    if (!Array.isArray(value) || value.length === 0)
      return this.#fault(path, 'must be a list of at least one schema');
    return value.map((part, index) => this.convert(part, [...path, index], level + 1));
  }

  #readNames(value: unknown, path: Path): unknown {
    if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
    this.#fault(path, 'must be a list of names');
    return undefined;
  }

  /** The validator takes the `u` flag; a pattern that is right only without it is left out. */
  #readPattern(value: unknown, path: Path): unknown {
    if (typeof value === 'string' && isPattern(value, 'u')) return value;
    if (typeof value === 'string' && isPattern(value, ''))
      this.warnings.push(`${path.join('.')} was left out: it is no regular expression of Unicode`);
    else this.#fault(path, 'must be a regular expression');
    return undefined;
  }
}

function isPattern(text: string, flags: string): boolean {
  try {
    return new RegExp(text, flags).flags === flags;
  } catch {
    return false;
  }
}

/** The predicate of a sentence about a value that is wrong; undefined when it is right. */
function plainProblem(kind: KeywordKind, value: unknown): string | undefined {
  switch (kind) {
    case 'count':
      return Number.isInteger(value) && Number(value) >= 0 ? undefined : 'must be a whole number';
    case 'number':
      return typeof value === 'number' ? undefined : 'must be a number';
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'values':
      return Array.isArray(value) && value.length > 0 ? undefined : 'must be a list of at least one value';
    case 'namesByName':
      return areNamesByName(value) ? undefined : 'must be an object of lists of names';
    default:
      return typesProblem(value);
  }
}

function areNamesByName(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.values(value).every(
      (names) => Array.isArray(names) && names.every((name) => typeof name === 'string'),
    )
  );
}

function typesProblem(value: unknown): string | undefined {
  const names: unknown[] = Array.isArray(value) ? value : [value];
  if (names.length === 0) return 'must name a type';
  const wrong = names.find((name) => !TYPE_NAMES.includes(String(name)));
  if (wrong === undefined) return undefined;
  return `must be one of ${TYPE_NAMES.join(', ')}, not ${JSON.stringify(wrong).slice(0, 60)}`;
}
