/** Characters of HTML that one file may become. */
const MAX_OUTPUT = 50_000_000;

/** Thrown where reading has to end early; what there is until then is kept. */
export class ReadingEnded extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ReadingEnded';
  }
}

/** Bounds what is written: a picture or note that is used a thousand times is written a thousand times. */
export class OutputBudget {
  #left = MAX_OUTPUT;
  #isSpent = false;

  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Throws ReadingEnded when there is no more room: once, so that what has begun can be closed. */
  spend(length: number): void {
    this.#left -= length;
    if (this.#left >= 0 || this.#isSpent) return;
    this.#isSpent = true;
    throw new ReadingEnded('The document is too long: its end is missing');
  }
}
