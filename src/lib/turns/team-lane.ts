import { TeamLine, type Visit } from './team-line.ts';

interface TeamLaneOptions {
  /** Works under way at a time. */
  places: number;
  /** The most places that one team holds. */
  placesPerTeam: number;
}

/** Runs so much work at a time, of each team no more than its share; whoever must wait does so in turns of the teams. */
export class TeamLane {
  readonly #line: TeamLine;
  #free: number;

  constructor({ places, placesPerTeam }: TeamLaneOptions) {
    this.#free = places;
    this.#line = new TeamLine({ maxPerTeam: placesPerTeam });
  }

  /** Works that wait. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Works of a team that are under way. */
  running(teamId: string): number {
    return this.#line.inUse(teamId);
  }

  /**
   * Begins when there is a place, and holds it until the work has ended, whoever has given it up by then. Rejects as the
   * work does, or with the signal's reason while it waits.
   */
  async run<T>(teamId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const visit: Visit = { teamId };
    await this.#enter(visit, signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#line.leave(visit);
      this.#free += 1;
      while (this.#free > 0 && this.#line.offer()) this.#free -= 1;
    }
  }

  async #enter(visit: Visit, signal: AbortSignal): Promise<void> {
    // Visits that wait while a place is free are of teams that have their share.
    if (this.#free === 0 || this.#line.isFull(visit.teamId)) return this.#line.enter(visit, signal);
    this.#free -= 1;
    this.#line.hold(visit);
  }
}
