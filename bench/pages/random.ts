/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** A whole number of `min..max`, both included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in this share of the calls. */
  chance(share: number): boolean;
  /** As many results of `make` as `int(min, max)` says, put together. */
  repeat(min: number, max: number, make: (index: number) => string): string;
}

/** Mulberry32: 32 bits of state, more than enough for pages to look different. */
export function createRandom(seed: number): Random {
  const state = { value: seed >>> 0 };

  function next(): number {
    state.value = (state.value + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state.value ^ (state.value >>> 15), state.value | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const random: Random = {
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    chance: (share) => next() < share,
    repeat: (min, max, make) =>
      Array.from({ length: random.int(min, max) }, (_, index) => make(index)).join(''),
  };
  return random;
}
