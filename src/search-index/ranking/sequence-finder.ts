/** Tells which sequences of numbers stand in a longer one, by the method of Knuth, Morris and Pratt. */
export class SequenceFinder {
  readonly #sequences: ReadonlyArray<readonly number[]>;
  readonly #fallbacks: readonly Int32Array[];
  /** Sequences that have a number. */
  readonly #holders = new Map<number, number[]>();
  readonly #state: Int32Array;
  readonly #last: Float64Array;
  readonly #isFound: Uint8Array;

  constructor(sequences: ReadonlyArray<readonly number[]>) {
    this.#sequences = sequences;
    this.#fallbacks = sequences.map(fallbacksOf);
    this.#state = new Int32Array(sequences.length);
    this.#last = new Float64Array(sequences.length);
    this.#isFound = new Uint8Array(sequences.length);
    for (const [index, sequence] of sequences.entries()) {
      for (const number of new Set(sequence)) {
        this.#holders.set(number, [...(this.#holders.get(number) ?? []), index]);
      }
    }
    this.reset();
  }

  /** Begins anew: nothing is found. */
  reset(): void {
    this.#isFound.fill(0);
    this.leaveText();
  }

  /** The next number is of another text; what was found stays. */
  leaveText(): void {
    this.#state.fill(0);
    this.#last.fill(-2);
  }

  /** Takes the number at a position of the text. Positions only grow; those between have numbers of no sequence. */
  see(position: number, number: number): void {
    const holders = this.#holders.get(number);
    if (holders === undefined) return;
    for (let at = 0; at < holders.length; at++) this.#step(holders[at]!, position, number);
  }

  hasFound(index: number): boolean {
    return this.#isFound[index] === 1;
  }

  #step(index: number, position: number, number: number): void {
    const sequence = this.#sequences[index]!;
    const fallbacks = this.#fallbacks[index]!;
    let state = this.#last[index] === position - 1 ? this.#state[index]! : 0;
    while (state > 0 && sequence[state] !== number) state = fallbacks[state - 1]!;
    if (sequence[state] === number) state++;
    if (state === sequence.length) {
      this.#isFound[index] = 1;
      state = fallbacks[state - 1]!;
    }
    this.#state[index] = state;
    this.#last[index] = position;
  }
}

/** For each place of a sequence, how long a beginning of it ends there too. */
function fallbacksOf(sequence: readonly number[]): Int32Array {
  const fallbacks = new Int32Array(sequence.length);
  for (let at = 1, length = 0; at < sequence.length; at++) {
    while (length > 0 && sequence[at] !== sequence[length]) length = fallbacks[length - 1]!;
    if (sequence[at] === sequence[length]) length++;
    fallbacks[at] = length;
  }
  return fallbacks;
}
