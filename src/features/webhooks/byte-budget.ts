/** A limit on the memory that bodies under way take together. */
export interface BodyBudget {
  /** Undefined when there is not so much left; a body larger than the whole budget may have it alone. */
  tryTake(bytes: number): Disposable | undefined;
}

export function createBodyBudget(totalBytes: number): BodyBudget {
  const state = { taken: 0 };
  return {
    tryTake(bytes) {
      if (state.taken > 0 && state.taken + bytes > totalBytes) return undefined;
      state.taken += bytes;
      return {
        [Symbol.dispose]() {
          state.taken -= bytes;
        },
      };
    },
  };
}
