/** More parts of a value than an honest answer has, alternatives counted each. */
const MAX_STEPS = 200_000;

/** Bounds a walk that tries alternatives inside alternatives. */
export class StepBudget {
  #left = MAX_STEPS;

  /** False when the walk has had its share; what is left of the value then stays as it is. */
  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }
}
