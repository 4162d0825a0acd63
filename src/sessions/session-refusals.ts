import { ServiceError } from '../lib/service-error.ts';
import type { FullPlace, SessionLimits } from './session-table.ts';

/** Somebody else has opened the session of this scrape meanwhile. */
export class SessionExistsError extends Error {
  override readonly name = 'SessionExistsError';
}

/** The page of a scrape cannot be had again: CONFLICT, unless that is for another reason than the page. */
export function throwUnreplayed(error: unknown): never {
  if (error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE') throw error;
  const reason = error instanceof ServiceError ? `: ${error.message}` : '';
  throw new ServiceError('CONFLICT', {
    message: `The page of this scrape could not be shown again${reason}. Scrape it anew and try again`,
    cause: error,
  });
}

/** The refusal of a session for which there is no place; it names the limit. */
export function noPlace(place: FullPlace, { perTeam, perMachine }: SessionLimits): ServiceError {
  return new ServiceError('CONCURRENCY_LIMITED', {
    message:
      place === 'team'
        ? `Your team has ${perTeam} browser sessions already, which is the limit (DECANT_SESSIONS_PER_TEAM): end one first`
        : `There are ${perMachine} browser sessions on this machine already, which is the limit (DECANT_SESSIONS): try again when one has ended`,
    details: { variable: place === 'team' ? 'DECANT_SESSIONS_PER_TEAM' : 'DECANT_SESSIONS' },
    retryAfterSeconds: 30,
  });
}
