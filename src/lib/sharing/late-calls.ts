import { loadOnce } from './load-once.ts';

type LateCall = (...args: never[]) => Promise<unknown>;

/**
 * Gives calls by their names that are loaded together when the first of them is called, for what few callers of a service ask
 * for: a start pays for what it loads.
 */
export function lateCalls<Calls extends { readonly [Name in keyof Calls]: LateCall }>(
  load: () => Promise<Calls>,
): <Name extends keyof Calls>(
  name: Name,
) => (...args: Parameters<Calls[Name]>) => Promise<Awaited<ReturnType<Calls[Name]>>> {
  const loaded = loadOnce(load);
  return function lateCall(name) {
    return async function callLoaded(...args) {
      const calls = await loaded();
      return (await calls[name](...args)) as never;
    };
  };
}
