/** Searches that may be made at once, and per second after those. One takes some 13 ms of CPU. */
const BURST = 20;
const PER_SECOND = 5;

/**
 * Says whether another search may be made now. Readers of the documentation need no key, so all of them together have this
 * allowance: it bounds what strangers can take of the main thread.
 */
export function createSearchAllowance(now: () => number = () => performance.now()): () => boolean {
  const state = { left: BURST, at: now() };
  return function mayBegin() {
    const at = now();
    state.left = Math.min(BURST, state.left + ((at - state.at) / 1_000) * PER_SECOND);
    state.at = at;
    if (state.left < 1) return false;
    state.left -= 1;
    return true;
  };
}
