/** A thing that takes time to make, kept ready while such things are asked for. */
export interface Spare<Made> extends AsyncDisposable {
  /** Has one made, unless there is one. */
  warmUp(): void;
  /** The spare, or one that is made now; the next spare is on its way then. Rejects as `make` does. */
  take(): Promise<Made>;
}

export interface SpareOptions<Made> {
  make: () => Promise<Made>;
  /** Fulfils when one that waits has ended by itself: it is of no use any more. */
  endOf: (made: Made) => Promise<unknown>;
  /** Ends one that nobody took. */
  discard: (made: Made) => Promise<unknown>;
  /** One that nobody takes for so long is given up. */
  idleMs: number;
  onFailure: (error: unknown) => void;
}

/** The next one waits until whoever took the last one is at work: both would be slower side by side. */
const NEXT_MS = 1_000;

/** Keeps one thing ready. */
export function createSpare<Made>(options: SpareOptions<Made>): Spare<Made> {
  const { make, endOf, discard, idleMs, onFailure } = options;
  let spare: Promise<Made> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let next: NodeJS.Timeout | undefined;
  let isOver = false;

  function begin(): Promise<Made> {
    const making = make();
    const forget = (): void => {
      if (spare === making) spare = undefined;
    };
    making.then(
      (made) => endOf(made).then(forget),
      (error: unknown) => {
        forget();
        onFailure(error);
      },
    );
    return making;
  }

  async function drop(): Promise<void> {
    clearTimeout(next);
    const dropped = spare;
    spare = undefined;
    const made = await dropped?.catch(() => undefined);
    if (made !== undefined) await discard(made);
  }

  function keepAwake(): void {
    clearTimeout(idle);
    idle = setTimeout(() => void drop(), idleMs).unref();
  }

  function warmUp(): void {
    if (isOver) return;
    keepAwake();
    spare ??= begin();
  }

  return {
    warmUp,
    take() {
      if (isOver) return Promise.reject(new Error('The service is ending'));
      const taken = spare ?? begin();
      spare = undefined;
      keepAwake();
      clearTimeout(next);
      next = setTimeout(warmUp, NEXT_MS).unref();
      return taken;
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      clearTimeout(idle);
      clearTimeout(next);
      await drop();
    },
  };
}
