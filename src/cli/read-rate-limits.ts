import type { TeamSettings } from '../accounts/teams.ts';
import { RATE_LIMIT_KINDS, type RateLimitKind } from '../contract/rate-limit-kinds.ts';
import { UsageError } from './command/command.ts';
import { wholeNumberFlag } from './command/whole-number.ts';

/** Values of `--rate-limit`, each like `scrape=100,crawl=unlimited`; the last one of a kind counts. */
export function readRateLimits(texts: readonly string[]): NonNullable<TeamSettings['rateLimits']> {
  const limits: NonNullable<TeamSettings['rateLimits']> = {};
  for (const text of texts.flatMap((each) => each.split(','))) {
    const [kind = '', value = '', ...rest] = text.split('=').map((part) => part.trim());
    if (!isRateLimitKind(kind) || value === '' || rest.length > 0) {
      throw new UsageError(
        `--rate-limit takes KIND=N, where KIND is one of ${RATE_LIMIT_KINDS.join(', ')}, not "${text}"`,
      );
    }
    limits[kind] = value === 'unlimited' ? null : wholeNumberFlag(`--rate-limit ${kind}`, value, 1);
  }
  return limits;
}

function isRateLimitKind(text: string): text is RateLimitKind {
  return (RATE_LIMIT_KINDS as readonly string[]).includes(text);
}
