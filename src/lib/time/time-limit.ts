import { addAbortListener } from 'node:events';

/** A signal for one piece of work. Disposed when that has ended: the clock stops, and the caller's signal is let go of. */
export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
}

/** The signal aborts with the caller's reason when the caller's does, or with what `tooLate` gives when the time is over. */
export function openTimeLimit(caller: AbortSignal, ms: number, tooLate: () => Error): TimeLimit {
  caller.throwIfAborted();
  const work = new AbortController();
  const listening = addAbortListener(caller, () => work.abort(caller.reason));
  const timer = setTimeout(() => work.abort(tooLate()), ms);
  return {
    signal: work.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      listening[Symbol.dispose]();
    },
  };
}
