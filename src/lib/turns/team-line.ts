import { addAbortListener } from 'node:events';

/** Somebody who waits for a place that teams share. */
export interface Visit {
  teamId: string;
  /** Waits behind those of its own team that are not. */
  isBackground?: boolean;
  /** Size of what it takes, in whatever the places are counted in; 1 when absent. */
  weight?: number;
}

interface Waiter<Place, V extends Visit> {
  visit: V;
  give(place: Place): void;
  refuse(reason: unknown): void;
}

interface TeamState<Place, V extends Visit> {
  /** Sum of the weights that it holds. */
  inUse: number;
  /** When it was last given a place, or when it came, as a count. */
  lastTurn: number;
  /** Sets keep their order, and one who gives up leaves in no time. */
  interactive: Set<Waiter<Place, V>>;
  background: Set<Waiter<Place, V>>;
}

/**
 * The waiting line for something that teams share. Teams take turns: the one that holds least comes first, then the one
 * whose last turn is longest ago. Within a team interactive visits come before background ones, then the oldest. The
 * owner of the places offers them here one at a time; choosing costs time linear in the teams that wait, not in the
 * visits.
 */
export class TeamLine<Place = void, V extends Visit = Visit> {
  readonly #teams = new Map<string, TeamState<Place, V>>();
  readonly #maxPerTeam: number;
  #length = 0;
  #turns = 0;
  #closedBy: Error | undefined;

  /** A team that holds `maxPerTeam`, as a sum of weights, is passed over. */
  constructor({ maxPerTeam = Infinity }: { maxPerTeam?: number } = {}) {
    this.#maxPerTeam = maxPerTeam;
  }

  /** Visits that wait. */
  get length(): number {
    return this.#length;
  }

  /** Sum of the weights that a team holds. */
  inUse(teamId: string): number {
    return this.#teams.get(teamId)?.inUse ?? 0;
  }

  /** Whether the team holds as much as one may. */
  isFull(teamId: string): boolean {
    return this.inUse(teamId) >= this.#maxPerTeam;
  }

  /**
   * Waits for a place. The team holds the visit's weight from then on, until `leave`. Rejects with the signal's reason, at
   * once: a place is never given to one who has left.
   */
  async enter(visit: V, signal: AbortSignal): Promise<Place> {
    signal.throwIfAborted();
    if (this.#closedBy) throw this.#closedBy;
    const turn = Promise.withResolvers<Place>();
    const waiter: Waiter<Place, V> = { visit, give: turn.resolve, refuse: turn.reject };
    const team = this.#teamOf(visit.teamId);
    (visit.isBackground ? team.background : team.interactive).add(waiter);
    this.#length += 1;
    using listening = addAbortListener(signal, () => {
      this.#remove(waiter);
      turn.reject(signal.reason);
    });
    return await turn.promise;
  }

  /** Takes the visit whose turn it is, among those that are accepted. */
  next(accepts?: (visit: V) => boolean): V | undefined {
    return this.#next(accepts)?.visit;
  }

  /** Gives the place to whoever's turn it is; false when nobody who is accepted waits. */
  offer(place: Place, accepts?: (visit: V) => boolean): boolean {
    const next = this.#next(accepts);
    if (next === undefined) return false;
    this.hold(next.visit);
    this.#remove(next);
    next.give(place);
    return true;
  }

  /** For a visit that needs not wait: it holds its weight until `leave`. */
  hold({ teamId, weight = 1 }: V): void {
    const team = this.#teamOf(teamId);
    team.inUse += weight;
    team.lastTurn = ++this.#turns;
  }

  leave({ teamId, weight = 1 }: V): void {
    const team = this.#teamOf(teamId);
    team.inUse -= weight;
    this.#forget(teamId, team);
  }

  /** Refuses the visit whose turn it is with this error, also one of a team that holds as much as it may. */
  refuse(error: Error): void {
    const next = this.#next(undefined, Infinity);
    if (next === undefined) return;
    this.#remove(next);
    next.refuse(error);
  }

  /** Those who wait and those who come fail with this error. */
  close(error: Error): void {
    this.#closedBy ??= error;
    while (this.#length > 0) this.refuse(error);
  }

  #next(
    accepts?: (visit: V) => boolean,
    maxPerTeam: number = this.#maxPerTeam,
  ): Waiter<Place, V> | undefined {
    let best: { team: TeamState<Place, V>; waiter: Waiter<Place, V> } | undefined;
    for (const team of this.#teams.values()) {
      if (team.inUse >= maxPerTeam) continue;
      if (best !== undefined && !isBefore(team, best.team)) continue;
      const waiter = firstOf(team, accepts);
      if (waiter !== undefined) best = { team, waiter };
    }
    return best?.waiter;
  }

  #remove(waiter: Waiter<Place, V>): void {
    const { teamId } = waiter.visit;
    const team = this.#teamOf(teamId);
    if (team.interactive.delete(waiter) || team.background.delete(waiter)) this.#length -= 1;
    this.#forget(teamId, team);
  }

  #teamOf(teamId: string): TeamState<Place, V> {
    const known = this.#teams.get(teamId);
    if (known) return known;
    // As if its turn had been the last but one: one that comes back must not go before those who have waited, but whoever has
    // just had a turn comes after it.
    const lastTurn = this.#turns - 0.5;
    const team = { inUse: 0, lastTurn, interactive: new Set<never>(), background: new Set<never>() };
    this.#teams.set(teamId, team);
    return team;
  }

  /** A team that neither holds nor wants anything takes no memory. */
  #forget(teamId: string, { inUse, interactive, background }: TeamState<Place, V>): void {
    if (inUse === 0 && interactive.size === 0 && background.size === 0) this.#teams.delete(teamId);
  }
}

type Turns = Pick<TeamState<unknown, Visit>, 'inUse' | 'lastTurn'>;

function isBefore(one: Turns, other: Turns): boolean {
  return one.inUse === other.inUse ? one.lastTurn < other.lastTurn : one.inUse < other.inUse;
}

function firstOf<Place, V extends Visit>(
  { interactive, background }: TeamState<Place, V>,
  accepts?: (visit: V) => boolean,
): Waiter<Place, V> | undefined {
  for (const line of [interactive, background]) {
    for (const waiter of line) if (accepts === undefined || accepts(waiter.visit)) return waiter;
  }
  return undefined;
}
