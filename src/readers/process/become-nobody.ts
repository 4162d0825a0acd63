import { flushCompileCache } from 'node:module';
import { loadConfinement } from '../../confine/confine-process.ts';
import type { ReaderRights } from './reader-messages.ts';

/**
 * Loads what a reader's process needs to give up its rights; the answer does it, and is to be called when all other code is
 * loaded: the folder that it lies in is closed from then on. Code that Node has compiled is kept before that, and the
 * environment is empty after it.
 */
export async function prepareToBecomeNobody({
  identity,
  isFiltered,
}: ReaderRights): Promise<() => Promise<void>> {
  const confine = isFiltered ? await loadConfinement() : undefined;
  return async function becomeNobody() {
    // It could not do so later.
    flushCompileCache();
    delete process.env['NODE_COMPILE_CACHE'];
    if (identity) {
      process.setgroups?.([]);
      process.setgid?.(identity.gid);
      process.setuid?.(identity.uid);
    }
    await confine?.();
  };
}
