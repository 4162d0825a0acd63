import { loadConfinement } from '../../confine/confine-process.ts';
import type { ReaderRights } from './reader-messages.ts';

/**
 * Loads what a reader's process needs to give up its rights; the answer does it, and is to be called when all other code is
 * loaded: the folder that it lies in is closed from then on.
 */
export async function prepareToBecomeNobody({
  identity,
  isFiltered,
}: ReaderRights): Promise<() => Promise<void>> {
  const confine = isFiltered ? await loadConfinement() : undefined;
  return async function becomeNobody() {
    if (identity) {
      process.setgroups?.([]);
      process.setgid?.(identity.gid);
      process.setuid?.(identity.uid);
    }
    await confine?.();
  };
}
