import { Deadline } from './deadline.ts';

/** A part of the time that is left until a deadline: it is over earlier, and a pause holds both clocks. */
export class DeadlinePart extends Deadline {
  readonly #whole: Deadline;

  /** Ends `reserveMs` before the whole does. */
  constructor(whole: Deadline, reserveMs: number) {
    super(Math.max(0, whole.remainingMs - reserveMs), whole.signal);
    this.#whole = whole;
  }

  override pause(): Disposable {
    const stack = new DisposableStack();
    stack.use(this.#whole.pause());
    stack.use(super.pause());
    return stack;
  }
}
