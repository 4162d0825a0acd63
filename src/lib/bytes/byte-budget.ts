export interface ByteBudget {
  readonly isSpent: boolean;
  /** False when the bytes are more than is left: they must not be passed on. */
  take(bytes: number): boolean;
}

/** `onSpent` is called once, by the first bytes that are too many. */
export function createByteBudget(maxBytes: number, onSpent: () => void): ByteBudget {
  let left = maxBytes;
  let isSpent = false;
  return {
    get isSpent() {
      return isSpent;
    },
    take(bytes) {
      if (isSpent) return false;
      left -= bytes;
      if (left >= 0) return true;
      isSpent = true;
      onSpent();
      return false;
    },
  };
}
