const BITS = 32;
const CARRY = 2 ** BITS;

/**
 * How many symbols two sequences have in common, in the same order. Bit-parallel (Hyyrö, "Bit-parallel LCS-length computation
 * revisited", 2004): time is the product of the lengths over 32.
 */
export function longestCommonSubsequence<T>(a: readonly T[], b: readonly T[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const words = Math.ceil(a.length / BITS);
  const positions = new Map<T, Uint32Array>();
  for (const [index, symbol] of a.entries()) {
    let mask = positions.get(symbol);
    if (mask === undefined) positions.set(symbol, (mask = new Uint32Array(words)));
    const word = Math.floor(index / BITS);
    mask[word] = mask[word]! | (1 << (index % BITS));
  }
  // A bit is 0 where the longest subsequence that ends up to there has grown by one.
  const row = new Uint32Array(words).fill(CARRY - 1);
  for (const symbol of b) {
    const mask = positions.get(symbol);
    if (mask === undefined) continue;
    let carry = 0;
    for (let word = 0; word < words; word++) {
      const old = row[word]!;
      const matches = (old & mask[word]!) >>> 0;
      const sum = old + matches + carry;
      carry = sum >= CARRY ? 1 : 0;
      row[word] = sum | (old & ~matches);
    }
  }
  let length = 0;
  for (let index = 0; index < a.length; index++) {
    if (((row[Math.floor(index / BITS)]! >>> (index % BITS)) & 1) === 0) length++;
  }
  return length;
}

/** 1 - (insertions and deletions that make one of the other) / (both lengths); 1 for two empty sequences. */
export function indelSimilarity<T>(a: readonly T[], b: readonly T[]): number {
  const total = a.length + b.length;
  return total === 0 ? 1 : (2 * longestCommonSubsequence(a, b)) / total;
}
