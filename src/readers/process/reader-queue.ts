interface Visit {
  teamId: string;
  /** It will not keep a process for long. */
  isSmall: boolean;
}

interface Waiter<Place> extends Visit {
  give(place: Place): void;
  refuse(error: Error): void;
}

/** Who waits for a place: the team with the fewest places in use comes first, then the one whose last turn is longest ago, then the oldest. */
export class ReaderQueue<Place> {
  readonly #waiters: Array<Waiter<Place>> = [];
  readonly #inUse = new Map<string, number>();
  /** When each team was last given a place, as a count; of a time when somebody waits. */
  readonly #lastTurn = new Map<string, number>();
  #turns = 0;

  get length(): number {
    return this.#waiters.length;
  }

  get hasSmall(): boolean {
    return this.#waiters.some(({ isSmall }) => isSmall);
  }

  /** A place; the team has one more in use from then on, until it leaves. Rejects with the signal's reason. */
  async enter(visit: Visit, signal: AbortSignal): Promise<Place> {
    const turn = Promise.withResolvers<Place>();
    const waiter: Waiter<Place> = { ...visit, give: turn.resolve, refuse: turn.reject };
    const onAbort = (): void => {
      this.#remove(waiter);
      turn.reject(signal.reason);
    };
    this.#waiters.push(waiter);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await turn.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** False when nobody waits for it. */
  offer(place: Place): boolean {
    return this.#offerTo(this.#waiters, place);
  }

  offerToSmall(place: Place): boolean {
    return this.#offerTo(
      this.#waiters.filter(({ isSmall }) => isSmall),
      place,
    );
  }

  leave(teamId: string): void {
    const left = (this.#inUse.get(teamId) ?? 1) - 1;
    if (left > 0) this.#inUse.set(teamId, left);
    else this.#inUse.delete(teamId);
  }

  /** Whoever is next goes away with this error. */
  refuse(error: Error): void {
    this.#waiters.shift()?.refuse(error);
  }

  refuseAll(error: Error): void {
    for (const waiter of this.#waiters.splice(0)) waiter.refuse(error);
  }

  #offerTo(waiters: ReadonlyArray<Waiter<Place>>, place: Place): boolean {
    let next: Waiter<Place> | undefined;
    for (const waiter of waiters) {
      if (next === undefined || this.#isBefore(waiter, next)) next = waiter;
    }
    if (next === undefined) return false;
    this.#remove(next);
    this.#inUse.set(next.teamId, this.#used(next) + 1);
    if (this.#waiters.length === 0) this.#lastTurn.clear();
    else this.#lastTurn.set(next.teamId, ++this.#turns);
    next.give(place);
    return true;
  }

  #isBefore(one: Visit, other: Visit): boolean {
    const difference = this.#used(one) - this.#used(other);
    if (difference !== 0) return difference < 0;
    return (this.#lastTurn.get(one.teamId) ?? 0) < (this.#lastTurn.get(other.teamId) ?? 0);
  }

  #used({ teamId }: Visit): number {
    return this.#inUse.get(teamId) ?? 0;
  }

  #remove(waiter: Waiter<Place>): void {
    const at = this.#waiters.indexOf(waiter);
    if (at !== -1) this.#waiters.splice(at, 1);
  }
}
