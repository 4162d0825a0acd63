/**
 * One question at a time for all who ask meanwhile, and its answer for those who ask within `keptMs` of it. A failed question is
 * asked anew.
 */
export function keepForAll<Answer>(
  keptMs: number,
  ask: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  const kept: { answer: Promise<Answer> | undefined; until: number } = { answer: undefined, until: 0 };
  return function keptAnswer() {
    if (kept.answer !== undefined && now() < kept.until) return kept.answer;
    const answer = ask();
    Object.assign(kept, { answer, until: Infinity });
    answer.then(
      () => (kept.until = now() + keptMs),
      () => (kept.until = 0),
    );
    return answer;
  };
}
