import { setTimeout as sleep } from 'node:timers/promises';

export interface ShareCheckOptions {
  /** A question that comes so soon after the end of a check gets that check's result. */
  keepMs: number;
  /** From the start of a check to that of the next; who asks meanwhile waits for the next, together with all others. */
  apartMs?: number;
  now?: () => number;
}

/** One check at a time for all who ask meanwhile, so that no number of those who ask costs more than that. */
export function shareCheck(
  { keepMs, apartMs = 0, now = () => performance.now() }: ShareCheckOptions,
  check: () => Promise<void>,
): () => Promise<void> {
  const last = { outcome: undefined as Promise<void> | undefined, startAt: -Infinity, until: 0 };
  return () => {
    if (last.outcome && now() < last.until) return last.outcome;
    const waitMs = last.startAt + apartMs - now();
    const outcome = waitMs > 0 ? sleep(waitMs).then(check) : check();
    Object.assign(last, { outcome, startAt: now() + Math.max(0, waitMs), until: Infinity });
    const end = (): void => void (last.until = now() + keepMs);
    outcome.then(end, end);
    return outcome;
  };
}
