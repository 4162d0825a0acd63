import { lookup as askSystem } from 'node:dns/promises';
import type { Clock } from '../../lib/time/clock.ts';
import { TeamLane } from '../../lib/turns/team-lane.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import { DnsError, UNKNOWN_NAME } from './ask-dns.ts';
import type { Lookup } from './lookup.ts';

/** getaddrinfo: rejects with the system's error. */
export type AskSystem = (hostname: string) => Promise<readonly string[]>;

interface SystemLookupParts {
  clock: Pick<Clock, 'now'>;
  ask?: AskSystem;
}

/**
 * Questions of the system cannot be cancelled, and of the four threads of Node's pool they get two: more at a time would
 * only wait where no turns are taken. One team never holds both.
 */
const PLACES = { places: 2, placesPerTeam: 1 };

/** A name that is unknown is not asked for again so soon; neighbours (mDNS) take seconds to say nothing. */
const UNKNOWN_FOR_MS = 5_000;
const MAX_UNKNOWN = 1_000;

/** The system's own resolver, with everything that it knows beside DNS, for names that nothing else has. */
export function createSystemLookup({ clock, ask = getAddresses }: SystemLookupParts): Lookup {
  const lane = new TeamLane(PLACES);
  /** Until when, ms since the epoch; oldest first. */
  const unknown = new Map<string, number>();

  const remember = (hostname: string): void => {
    unknown.delete(hostname);
    unknown.set(hostname, clock.now() + UNKNOWN_FOR_MS);
    const [oldest] = unknown.keys();
    if (unknown.size > MAX_UNKNOWN && oldest !== undefined) unknown.delete(oldest);
  };

  const isUnknown = (hostname: string): boolean => {
    const left = (unknown.get(hostname) ?? 0) - clock.now();
    // More than ever: the wall clock was set back.
    return left > 0 && left <= UNKNOWN_FOR_MS;
  };

  return async function systemLookup(hostname, { teamId = '', signal }) {
    signal.throwIfAborted();
    if (isUnknown(hostname)) throw new DnsError(UNKNOWN_NAME, hostname);
    const asking = lane.run(teamId, signal, async () => {
      try {
        return await ask(hostname);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === UNKNOWN_NAME) remember(hostname);
        throw error;
      }
    });
    return untilAborted(asking, signal);
  };
}

async function getAddresses(hostname: string): Promise<string[]> {
  const answers = await askSystem(hostname, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
}
