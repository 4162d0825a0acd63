import type { MapRequest } from '../../contract/requests/map.ts';

/** 24 days, more than which no timer runs. A map without a `timeout` ends with its connection, long before. */
const LONGEST_MS = 24 * 86_400_000;

/** Time that a map may take, ms. */
export function mapTimeoutMs({ timeout = LONGEST_MS }: Pick<MapRequest, 'timeout'>): number {
  return Math.min(timeout, LONGEST_MS);
}
