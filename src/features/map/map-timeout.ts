import type { MapRequest } from '../../contract/requests/map.ts';

/** A map without a `timeout` ends after this. */
const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 600_000;

/** Time that a map may take, ms. */
export function mapTimeoutMs({ timeout = DEFAULT_TIMEOUT_MS }: Pick<MapRequest, 'timeout'>): number {
  return Math.min(timeout, MAX_TIMEOUT_MS);
}
