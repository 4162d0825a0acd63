/** HTML of one file, in characters: more than that no caller can use. */
export const MAX_OUTPUT = 50_000_000;

/** Bounds what is written for one file, however often the file repeats a part of itself. */
export class OutputBudget {
  #left: number;
  #isExceeded = false;

  constructor(characters = MAX_OUTPUT) {
    this.#left = characters;
  }

  /** Whether something was left out. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  /** Characters that may still be written. */
  get left(): number {
    return this.#isExceeded ? 0 : this.#left;
  }

  /** True when so many characters more may be written; from the first refusal on, nothing may. */
  take(characters: number): boolean {
    if (this.#isExceeded || characters > this.#left) {
      this.#isExceeded = true;
      return false;
    }
    this.#left -= characters;
    return true;
  }
}
