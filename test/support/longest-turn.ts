import { threadMs } from './thread-ms.ts';

/**
 * The longest time, ms, that the main thread worked without letting others have their turn while the work was going on:
 * time of the processor, which a busy machine does not make longer. It looks each ms, not each turn: it would take a
 * processor of its own while a thread works.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const state = { longest: 0, last: threadMs(), isOver: false };
  const look = (): void => {
    const now = threadMs();
    state.longest = Math.max(state.longest, now - state.last);
    state.last = now;
    if (!state.isOver) setTimeout(look, 1);
  };
  setImmediate(look);
  await work();
  state.isOver = true;
  look();
  return state.longest;
}
