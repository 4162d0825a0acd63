/** Pictures that a browser lets be on their way at once (Chromium 153); a change beside them is neither drawn nor remembered. */
const BROWSER_HOLDS = 3;
/** A page that shows nothing new for so long has come to rest. */
const REST_MS = 200;

/**
 * Tells when a page has come to rest after so many pictures that the browser may have left its last change out: viewers would
 * see the one before it until something else changes.
 */
export class RestWatch implements Disposable {
  readonly #onDoubtfulRest: () => void;
  #pictures = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onDoubtfulRest: () => void) {
    this.#onDoubtfulRest = onDoubtfulRest;
  }

  noteDrawn(): void {
    clearTimeout(this.#timer);
    this.#pictures += 1;
  }

  /** All pictures are answered: the page rests now, or draws another one at once. */
  noteAnswered(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const isDoubtful = this.#pictures >= BROWSER_HOLDS;
      this.#pictures = 0;
      if (isDoubtful) this.#onDoubtfulRest();
    }, REST_MS);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#pictures = 0;
  }
}
