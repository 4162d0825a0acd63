/**
 * Gives a function whose code is loaded when it is first called, for what few callers of a service ask for: a start pays for
 * what it loads. Calls until then wait for the one load.
 */
export function atFirstCall<Args extends readonly unknown[], Result>(
  load: () => Promise<(...args: Args) => Promise<Result>>,
): (...args: Args) => Promise<Result> {
  let loading: Promise<(...args: Args) => Promise<Result>> | undefined;
  return async function callLoaded(...args) {
    loading ??= load();
    const loaded = await loading;
    return loaded(...args);
  };
}
