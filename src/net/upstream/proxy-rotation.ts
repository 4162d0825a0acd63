import type { Clock } from '../../lib/time/clock.ts';
import type { ProxyEntry } from '../../lib/settings/proxy-list.ts';

/** `blocked`: the proxy did its work, the site did not want its address. */
export type ProxyOutcome = 'ok' | 'failed' | 'blocked';

/** The proxy that a request needs. */
export interface ProxyWish {
  /** ISO 3166-1 alpha-2, upper case. */
  country?: string | undefined;
  /** Requests with the same key keep to one proxy: those of one scrape or one job. */
  sessionKey?: string | undefined;
  /** Not these, for they have just been tried. */
  except?: ReadonlySet<ProxyEntry>;
}

/** Takes turns among the operator's proxies of one kind and gives those a pause that do not work. */
export interface ProxyRotation {
  /** Whether any proxy serves requests for this country, or for no country in particular. */
  serves(country: string | undefined): boolean;
  /**
   * The proxy for a request: one of the country before one for all countries, one that works before one that rests.
   * When all rest it is the one that rests shortest; undefined only when there is none at all.
   */
  pick(wish?: ProxyWish): ProxyEntry | undefined;
  /** Takes the outcome of a request. A session moves on to another proxy when its own did not get the page. */
  report(entry: ProxyEntry, outcome: ProxyOutcome, sessionKey?: string): void;
}

interface RotationParts {
  entries: readonly ProxyEntry[];
  clock: Clock;
}

interface ProxyState {
  readonly entry: ProxyEntry;
  failuresInRow: number;
  /** ms since the epoch. */
  restsUntil: number;
  /** The number of the pick that it last had. */
  turn: number;
}

/** One failure may be the site's, or a connection that was lost. */
const FAILURES_BEFORE_REST = 3;
const SHORTEST_REST_MS = 5_000;
const LONGEST_REST_MS = 5 * 60_000;
const MAX_SESSIONS = 10_000;

/** Makes the rotation of a list of proxies. */
export function createProxyRotation({ entries, clock }: RotationParts): ProxyRotation {
  const states = new Map<ProxyEntry, ProxyState>(
    entries.map((entry) => [entry, { entry, failuresInRow: 0, restsUntil: 0, turn: 0 }]),
  );
  /** Least recently used first. */
  const sessions = new Map<string, ProxyState>();
  let turns = 0;

  const restLeft = ({ restsUntil }: ProxyState): number => {
    const left = restsUntil - clock.now();
    // More than any rest lasts: the wall clock was set back.
    return left > LONGEST_REST_MS ? 0 : Math.max(0, left);
  };

  const suitable = ({ country, except }: ProxyWish): ProxyState[] =>
    Array.from(states.values()).filter(({ entry }) => serves(entry, country) && except?.has(entry) !== true);

  const choose = (candidates: readonly ProxyState[]): ProxyState | undefined => {
    const awake = candidates.filter((state) => restLeft(state) === 0);
    const local = awake.filter(({ entry }) => entry.country !== undefined);
    if (local.length > 0) return leastOf(local, ({ turn }) => turn);
    if (awake.length > 0) return leastOf(awake, ({ turn }) => turn);
    return leastOf(candidates, restLeft);
  };

  return {
    serves: (country) => entries.some((entry) => serves(entry, country)),

    pick(wish = {}) {
      const { sessionKey } = wish;
      const candidates = suitable(wish);
      const bound = sessionKey === undefined ? undefined : sessions.get(sessionKey);
      const isKept = bound !== undefined && candidates.includes(bound) && restLeft(bound) === 0;
      const chosen = isKept ? bound : choose(candidates);
      if (!chosen) return undefined;
      chosen.turn = ++turns;
      if (sessionKey !== undefined) bind(sessions, sessionKey, chosen);
      return chosen.entry;
    },

    report(entry, outcome, sessionKey) {
      const state = states.get(entry);
      if (!state) return;
      if (sessionKey !== undefined && outcome !== 'ok' && sessions.get(sessionKey) === state) {
        sessions.delete(sessionKey);
      }
      if (outcome !== 'failed') {
        state.failuresInRow = 0;
        state.restsUntil = 0;
        return;
      }
      // Requests that were under way together fail together: that is one failure more, not a hundred.
      if (restLeft(state) > 0) return;
      state.failuresInRow++;
      if (state.failuresInRow < FAILURES_BEFORE_REST) return;
      state.restsUntil = clock.now() + restAfter(state.failuresInRow);
    },
  };
}

/** Keeps the proxy of a session; the session that was used least recently is forgotten. */
function bind(sessions: Map<string, ProxyState>, sessionKey: string, state: ProxyState): void {
  sessions.delete(sessionKey);
  sessions.set(sessionKey, state);
  const [oldest] = sessions.keys();
  if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
}

function restAfter(failuresInRow: number): number {
  return Math.min(SHORTEST_REST_MS * 2 ** (failuresInRow - FAILURES_BEFORE_REST), LONGEST_REST_MS);
}

function serves(entry: ProxyEntry, country: string | undefined): boolean {
  return entry.country === undefined || entry.country === country;
}

/** The first with the smallest measure. */
function leastOf(
  states: readonly ProxyState[],
  measure: (state: ProxyState) => number,
): ProxyState | undefined {
  let least: ProxyState | undefined;
  let smallest = Infinity;
  for (const state of states) {
    const size = measure(state);
    if (size < smallest) [least, smallest] = [state, size];
  }
  return least;
}
