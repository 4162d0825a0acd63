/** One check at a time for all who ask meanwhile; whoever asks within `keepMs` of its end gets what came of it. */
export function shareCheck(
  { keepMs, now = () => performance.now() }: { keepMs: number; now?: () => number },
  check: () => Promise<void>,
): () => Promise<void> {
  const last: { outcome: Promise<void> | undefined; until: number } = { outcome: undefined, until: 0 };
  return () => {
    if (last.outcome && now() < last.until) return last.outcome;
    const outcome = check();
    Object.assign(last, { outcome, until: Infinity });
    const end = (): void => void (last.until = now() + keepMs);
    outcome.then(end, end);
    return outcome;
  };
}
