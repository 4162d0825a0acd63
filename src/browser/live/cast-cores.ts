import { availableParallelism } from 'node:os';

/** Cores for casts of all sessions: drawing a page that moves takes a whole one. */
export interface CastCores {
  /** Undefined when all are taken: the cast is to be a slower one. */
  take(): Disposable | undefined;
}

export function createCastCores(count = availableParallelism()): CastCores {
  const taken = new Set<Disposable>();
  return {
    take() {
      if (taken.size >= count) return undefined;
      const core: Disposable = { [Symbol.dispose]: () => void taken.delete(core) };
      taken.add(core);
      return core;
    },
  };
}
