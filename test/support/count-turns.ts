/** How often others got their turn on the main thread while the work was going on. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  const state = { turns: 0, isOver: false };
  const tick = (): void => {
    state.turns++;
    if (!state.isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  state.isOver = true;
  return state.turns;
}
