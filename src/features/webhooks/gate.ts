/** Lets so many works through at a time; the others wait for their turn. */
export function createGate(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const state = { free: places };
  const waiting: (() => void)[] = [];
  return async function passGate(work) {
    if (state.free > 0) state.free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else state.free++;
    }
  };
}
