import { LEVELS, type ListLevel, type ResolvedList } from '../../text-document/list-level.ts';

/** The look of lists (`w:abstractNum`). */
export interface AbstractList {
  levels: readonly (ListLevel | undefined)[];
  /** A numbering style that has the levels in place of this. */
  standsFor: string | undefined;
}

/** A list that paragraphs refer to (`w:num`). */
export interface ListInstance {
  abstract: string;
  /** By level. */
  overrides: Map<number, { level: ListLevel | undefined; start: number | undefined }>;
}

/** Steps from a list to the style that has its levels, and on; more are a loop. */
const MAX_STEPS = 5;

/** The lists of a document, each resolved once. */
export class ListDefinitions {
  readonly #abstracts: ReadonlyMap<string, AbstractList>;
  readonly #instances: ReadonlyMap<string, ListInstance>;
  readonly #listOfStyle: (style: string) => string | undefined;
  readonly #resolved = new Map<string, ResolvedList | undefined>();

  constructor(
    abstracts: ReadonlyMap<string, AbstractList>,
    instances: ReadonlyMap<string, ListInstance>,
    listOfStyle: (style: string) => string | undefined,
  ) {
    this.#abstracts = abstracts;
    this.#instances = instances;
    this.#listOfStyle = listOfStyle;
  }

  /** The list with this number; undefined when there is none. */
  get(id: string): ResolvedList | undefined {
    if (!this.#instances.has(id)) return undefined;
    if (!this.#resolved.has(id)) this.#resolved.set(id, this.#resolve(id));
    return this.#resolved.get(id);
  }

  #resolve(id: string): ResolvedList | undefined {
    const instance = this.#instances.get(id);
    if (instance === undefined) return undefined;
    let counter = instance.abstract;
    let abstract = this.#abstracts.get(counter);
    for (let step = 0; abstract?.standsFor !== undefined && abstract.levels.length === 0; step++) {
      const next = this.#instances.get(this.#listOfStyle(abstract.standsFor) ?? '')?.abstract;
      if (next === undefined || step > MAX_STEPS) break;
      counter = next;
      abstract = this.#abstracts.get(next);
    }
    if (abstract === undefined) return undefined;
    return { counter, ...overridden(abstract, instance) };
  }
}

function overridden(abstract: AbstractList, { overrides }: ListInstance): Omit<ResolvedList, 'counter'> {
  const levels: (ListLevel | undefined)[] = [];
  const starts = new Map<number, number>();
  for (let index = 0; index < LEVELS; index++) {
    const override = overrides.get(index);
    const level = override?.level ?? abstract.levels[index];
    levels.push(level);
    if (override?.start !== undefined) starts.set(index, override.start);
    else if (override?.level !== undefined) starts.set(index, override.level.start);
  }
  return { levels, starts };
}
