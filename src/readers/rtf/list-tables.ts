import { formatWithCode, type CounterFormat } from '../office/number-format.ts';

export interface RtfListLevel {
  format: CounterFormat;
  start: number;
}

/** The lists of a file and what refers to them (RTF 1.9.1, "List Tables"). */
export class ListTables {
  readonly #lists = new Map<number, RtfListLevel[]>();
  readonly #overrides = new Map<number, number>();
  #levels: RtfListLevel[] = [];
  #listOfOverride = 0;

  /** Words of `\listtable` and `\listoverridetable`; the number of a list comes after its levels. */
  word(name: string, parameter = 0): void {
    if (name === 'listlevel') {
      this.#levels.push({ format: 'decimal', start: 1 });
    } else if (name === 'levelnfc' || name === 'levelnfcn') {
      const level = this.#levels.at(-1);
      if (level !== undefined) level.format = formatWithCode(parameter);
    } else if (name === 'levelstartat') {
      const level = this.#levels.at(-1);
      if (level !== undefined && parameter >= 0) level.start = parameter;
    } else if (name === 'listid') {
      this.#listOfOverride = parameter;
      if (this.#levels.length > 0) this.#lists.set(parameter, this.#levels);
      this.#levels = [];
    } else if (name === 'ls') {
      this.#overrides.set(parameter, this.#listOfOverride);
    } else if (name === 'listoverride') {
      this.#levels = [];
    }
  }

  /** `level` counts from 0; undefined when the file does not tell. */
  level(reference: number, level: number): RtfListLevel | undefined {
    return this.#lists.get(this.#overrides.get(reference) ?? Number.NaN)?.[level];
  }

  /** The list that a reference means: several may mean one. */
  listOf(reference: number): number {
    return this.#overrides.get(reference) ?? reference;
  }
}
