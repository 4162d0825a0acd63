import { ServiceError } from '../../lib/service-error.ts';

export interface NothingFound {
  /** A pattern of the caller's that took too long. */
  tooSlow: ServiceError | undefined;
  /** The limit that ended the map, ms. */
  overAfterMs: number | undefined;
  /** Why the start page or robots.txt could not be read. */
  failure: ServiceError | undefined;
}

/** Throws the error that explains why a map has no links, if one does. */
export function throwForNothing({ tooSlow, overAfterMs, failure }: NothingFound): void {
  if (tooSlow !== undefined) throw tooSlow;
  if (overAfterMs !== undefined)
    throw new ServiceError('MAP_TIMEOUT', { message: `The map found nothing within ${overAfterMs} ms` });
  if (failure?.code === 'SCRAPE_TIMEOUT') throw new ServiceError('MAP_TIMEOUT', { cause: failure });
  if (failure !== undefined) throw failure;
}
