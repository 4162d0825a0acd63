import { loadOnce } from './load-once.ts';

/**
 * Gives a function whose code is loaded when it is first called, for what few callers of a service ask for: a start pays for
 * what it loads.
 */
export function atFirstCall<Args extends readonly unknown[], Result>(
  load: () => Promise<(...args: Args) => Promise<Result>>,
): (...args: Args) => Promise<Result> {
  const loaded = loadOnce(load);
  return async function callLoaded(...args) {
    const call = await loaded();
    return call(...args);
  };
}
