/** Pages of a team that wait to be indexed, as one look found them. */
export interface PendingPages {
  /** How many there are, up to those of a batch. */
  readonly count: number;
  /** The id of the newest; null when there are none any more. */
  readonly newest: number | null;
}

/** Pages that are indexed together, at most: what they cost is least from here on. */
export const BATCH_PAGES = 500;
/** So many looks a team waits while each finds new pages. */
const MOST_LOOKS = 8;

/**
 * Tells at each look whether pages of a team are indexed now. While a crawl brings more they wait until they are a batch,
 * for some looks at most: many small segments cost more, and the crawl needs the time itself.
 */
export class BatchWait {
  readonly #teams = new Map<string, { newest: number | null; looks: number }>();

  isOver(teamId: string, { count, newest }: PendingPages): boolean {
    const before = this.#teams.get(teamId);
    const looks = (before?.looks ?? 0) + 1;
    const isOver = count >= BATCH_PAGES || newest === before?.newest || looks > MOST_LOOKS;
    if (isOver) this.#teams.delete(teamId);
    else this.#teams.set(teamId, { newest, looks });
    return isOver;
  }

  /** Forgets all teams but these: pages of the others were indexed elsewhere. */
  keep(teamIds: ReadonlySet<string>): void {
    for (const teamId of this.#teams.keys()) if (!teamIds.has(teamId)) this.#teams.delete(teamId);
  }
}
