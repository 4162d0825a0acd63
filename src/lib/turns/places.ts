import { TeamLine, type Visit } from './team-line.ts';

export interface PlacesOptions {
  /** So many are given to whoever's turn it is. */
  count: number;
  /** So many beyond, for teams that hold none: a place is not taken back, so they would wait for whoever has all of them. */
  spares?: number;
  /** A visit waits so long for its turn before it gets a spare place, ms. */
  patienceMs?: number;
}

export interface PlaceVisit extends Visit {
  /** It will not keep its place for long: it gets the first spare place also when its team holds others. */
  isBrief?: boolean;
}

/** Disposing gives it back; a second time does nothing. */
export interface Place extends Disposable {
  readonly weight: number;
  /** 0 when there was a place at once, however long the process took to hand it over. */
  readonly waitedMs: number;
  /** Gives a part of its weight back. */
  reduceTo(weight: number): void;
  /** Before all who wait; false when there is no room for so much at this moment. */
  tryGrowTo(weight: number): boolean;
  /** Whether there is room or not: for what is there already. */
  growTo(weight: number): void;
}

type Lane = 'regular' | 'spare';

interface WaitingVisit extends PlaceVisit {
  weight: number;
  isPatient: boolean;
  hasPlace: boolean;
}

/**
 * Places that teams share, counted in whatever their visits weigh. Turns are those of `TeamLine`. Nobody passes by one whose
 * turn it is because it weighs less; a visit that weighs more than there is at all may have it alone.
 */
export class Places {
  readonly #options: Required<PlacesOptions>;
  readonly #line = new TeamLine<Lane, WaitingVisit>();
  readonly #taken: Record<Lane, number> = { regular: 0, spare: 0 };

  constructor({ count, spares = 0, patienceMs = 0 }: PlacesOptions) {
    this.#options = { count, spares, patienceMs };
  }

  /** Sum of the weights that are out. */
  get taken(): number {
    return this.#taken.regular + this.#taken.spare;
  }

  /** Visits that wait. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Fulfils when there is a place; rejects with the signal's reason, or the error of `close`. */
  async take(visit: PlaceVisit, signal: AbortSignal): Promise<Place> {
    const { patienceMs } = this.#options;
    const waiting: WaitingVisit = {
      ...visit,
      weight: visit.weight ?? 1,
      isPatient: patienceMs > 0,
      hasPlace: false,
    };
    const from = performance.now();
    const turn = this.#line.enter(waiting, signal);
    this.#serve();
    const isHeldUp = !waiting.hasPlace;
    const timer =
      patienceMs > 0
        ? setTimeout(() => {
            waiting.isPatient = false;
            this.#serve();
          }, patienceMs).unref()
        : undefined;
    try {
      const lane = await turn;
      return this.#createPlace(lane, waiting, isHeldUp ? Math.ceil(performance.now() - from) : 0);
    } catch (error) {
      // It may have been the one that the others waited behind.
      this.#serve();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A place for whoever would not wait; undefined when there is no room, or others wait for it. */
  tryTake(visit: Visit): Place | undefined {
    const taking: WaitingVisit = { ...visit, weight: visit.weight ?? 1, isPatient: false, hasPlace: true };
    if (this.#line.length > 0 || !this.#hasRoomFor(taking.weight)) return undefined;
    this.#taken.regular += taking.weight;
    this.#line.hold(taking);
    return this.#createPlace('regular', taking, 0);
  }

  /** Those who wait and those who come fail with this error. */
  close(error: Error): void {
    this.#line.close(error);
  }

  #serve(): void {
    for (let next = this.#line.next(); next && this.#hasRoomFor(next.weight); next = this.#line.next())
      this.#give('regular', next);
    const mayHaveSpare = (visit: WaitingVisit): boolean => this.#mayHaveSpare(visit);
    if (this.#options.spares === 0) return;
    for (let next = this.#line.next(mayHaveSpare); next; next = this.#line.next(mayHaveSpare))
      this.#give('spare', next);
  }

  #hasRoomFor(weight: number): boolean {
    const { regular } = this.#taken;
    return regular === 0 || regular + weight <= this.#options.count;
  }

  #mayHaveSpare({ teamId, weight, isPatient, isBrief = false }: WaitingVisit): boolean {
    const { spare } = this.#taken;
    if (isPatient || spare + weight > this.#options.spares) return false;
    return this.#line.inUse(teamId) === 0 || (isBrief && spare === 0);
  }

  #give(lane: Lane, visit: WaitingVisit): void {
    this.#taken[lane] += visit.weight;
    visit.hasPlace = true;
    this.#line.offer(lane, (other) => other === visit);
  }

  #createPlace(lane: Lane, visit: WaitingVisit, waitedMs: number): Place {
    let held = visit.weight;
    const reduceTo = (left: number): void => {
      const given = held - left;
      if (given <= 0) return;
      held = left;
      this.#taken[lane] -= given;
      this.#line.leave({ ...visit, weight: given });
      this.#serve();
    };
    const growTo = (wanted: number): void => {
      const more = wanted - held;
      if (more <= 0) return;
      held = wanted;
      this.#taken[lane] += more;
      this.#line.hold({ ...visit, weight: more });
    };
    const tryGrowTo = (wanted: number): boolean => {
      if (wanted > held && !this.#hasRoomFor(wanted - held)) return false;
      growTo(wanted);
      return true;
    };
    return {
      get weight() {
        return held;
      },
      waitedMs,
      reduceTo,
      tryGrowTo,
      growTo,
      [Symbol.dispose]: () => reduceTo(0),
    };
  }
}
